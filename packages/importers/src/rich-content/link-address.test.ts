import { describe, expect, it } from "vitest";
import { readLinkAddress } from "./link-address.ts";

describe("readLinkAddress", () => {
  it.each([
    ["https://example.org/a?b#c", { kind: "absolute", url: "https://example.org/a?b#c" }],
    ["HTTP://example.org", { kind: "absolute", url: "HTTP://example.org" }],
    ["mailto:a@example.org", { kind: "absolute", url: "mailto:a@example.org" }],
    ["tel:+123", { kind: "absolute", url: "tel:+123" }],
    ["//example.org/x", { kind: "absolute", url: "https://example.org/x" }],
    ["\\\\example.org\\x", { kind: "absolute", url: "https://example.org/x" }],
    ["#a%20b", { kind: "fragment", name: "a b" }],
    ["#%E0%A4%A", { kind: "fragment", name: "%E0%A4%A" }],
    ["../x.html", { kind: "relative", href: "../x.html" }],
    ["/x", { kind: "relative", href: "/x" }],
    ["x:y", { kind: "unsafe" }],
    ["", { kind: "unsafe" }],
    ["http://[", { kind: "unsafe" }],
  ])("%j", (href, expected) => {
    expect(readLinkAddress(href)).toMatchObject(expected);
  });

  it.each([
    "javascript:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript\t:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://example.org/1",
    "file:///etc/passwd",
  ])("rejects %j", (href) => {
    expect(readLinkAddress(href).kind).toBe("unsafe");
  });
});

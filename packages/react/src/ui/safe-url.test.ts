import { describe, expect, it } from "vitest";
import { isSitePath, safeUrl } from "./safe-url.ts";

describe("safeUrl", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\u0000javascript:alert(1)",
    "\u0001 javascript:alert(1)",
    "  javascript:alert(1)",
    "javascript\r\n:alert(1)",
    "java\u0000script:alert(1)",
    "\n",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://example.com/x",
    "file:///etc/passwd",
    "view-source:javascript:alert(1)",
    "filesystem:https://example.com/x",
    "intent://x#Intent;end",
    "https://",
    "http://[::1",
    "",
    null,
    undefined,
    7,
    {},
    ["https://example.com"],
  ])("rejects %j", (raw) => {
    expect(safeUrl(raw)).toBeUndefined();
  });

  it("strips no more than a browser does", () => {
    expect(safeUrl("\ufeffjavascript:alert(1)")?.href).toBe("\ufeffjavascript:alert(1)");
    expect(safeUrl("\u00a0javascript:alert(1)")?.href).toBe("\u00a0javascript:alert(1)");
    expect(safeUrl(" \t/blog ")?.href).toBe("/blog");
  });

  it.each([
    ["https://example.com/a?b#c", "https://example.com/a?b#c", true],
    ["//example.com/a", "https://example.com/a", true],
    ["/\\example.com/a", "https://example.com/a", true],
    ["\\\\example.com", "https://example.com/", true],
    ["mailto:ada@example.com", "mailto:ada@example.com", true],
    ["tel:+44123", "tel:+44123", true],
    ["/blog/a", "/blog/a", false],
    ["#top", "#top", false],
    ["?page=2", "?page=2", false],
    ["post:1/../x".replace(":", "%3A"), "post%3A1/../x", false],
    ["javascript&colon;alert(1)", "javascript&colon;alert(1)", false],
  ])("resolves %j like a browser", (raw, href, isForeign) => {
    expect(safeUrl(raw)).toEqual({ href, isForeign });
  });

  it("only accepts the given protocols", () => {
    expect(safeUrl("mailto:a@b.co", ["http:", "https:"])).toBeUndefined();
  });
});

describe("isSitePath", () => {
  it.each([
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "account",
    "",
  ])("rejects %j", (path) => expect(isSitePath(path)).toBe(false));

  it.each(["/", "/account?tab=1#x", "/blog/a//b"])("takes %j", (path) => expect(isSitePath(path)).toBe(true));
});

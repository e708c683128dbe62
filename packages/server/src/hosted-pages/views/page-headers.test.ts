import { describe, expect, it } from "vitest";
import { pageHeaders } from "./page-headers.ts";

const formAction = (formTarget?: string) =>
  /form-action ([^;]+);/.exec(
    pageHeaders({ publicUrl: "https://example.com", nonce: "N", formTarget })["content-security-policy"]!,
  )?.[1];

describe("pageHeaders", () => {
  it.each([
    [undefined, "'self'"],
    ["https://app.example/callback?a=1;b", "'self' https://app.example"],
    ["https://app.example:8443/", "'self' https://app.example:8443"],
    ["http://127.0.0.1:5000/callback", "'self' http://127.0.0.1:5000"],
  ])("allow forms to redirect to the origin of %s", (target, expected) => expect(formAction(target)).toBe(expected));

  it.each([
    ["com.example.app:/callback", "'self' com.example.app:"],
    ["http://[::1]:5000/callback", "'self' http:"],
    ["https://a;b.example/", "'self' https:"],
  ])("allow %s, which CSP cannot express, by its scheme", (target, expected) =>
    expect(formAction(target)).toBe(expected),
  );
});

import { describe, expect, it } from "vitest";
import { AppDefinitionError, isRegisteredOrigin, validateOrigin, validateRedirectUri } from "./app-addresses.ts";

describe("a redirect URI", () => {
  it.each([
    "https://example.com/callback",
    "https://example.com",
    "https://example.com:8443/cb?a=1",
    "http://localhost:3000/cb",
    "http://127.0.0.1/cb",
    "http://[::1]:3000/cb",
    "http://site.localhost:5000/callback",
    "com.example.app:/callback",
    "myapp://callback",
  ])("%s is accepted byte for byte", (uri) => {
    expect(validateRedirectUri(uri)).toBe(uri);
  });

  it.each([
    "http://example.com/cb",
    "http://localhost.evil.example/cb",
    "https://user@example.com/cb",
    "https://user:pass@example.com/cb",
    "https://example.com/cb#",
    "https://example.com/cb#x",
    "https://*.example.com/cb",
    "https://example.com/c b",
    "https://example.com/cb\n",
    "https://exämple.com/cb",
    "https:\\\\example.com",
    "https:example.com",
    "https:///example.com",
    "/callback",
    "example.com/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "",
    `https://example.com/${"a".repeat(2048)}`,
  ])("%j is rejected with a reason", (uri) => {
    expect(() => validateRedirectUri(uri)).toThrow(AppDefinitionError);
    expect(() => validateRedirectUri(uri)).toThrow(/cannot be registered: .+\.$/s);
  });
});

describe("an origin", () => {
  it("loses a trailing slash", () => {
    expect(validateOrigin("https://example.com/")).toBe("https://example.com");
  });

  it.each([
    "https://example.com/app",
    "https://EXAMPLE.com:443",
    "http://example.com",
    "null",
    "*",
    "https://*.example.com",
    "myapp://x",
  ])("%s is rejected", (origin) => {
    expect(() => validateOrigin(origin)).toThrow(AppDefinitionError);
  });

  it("belongs to the app if it is registered, or a redirect URI is on it", () => {
    const app = { origins: ["https://a.example"], redirect_uris: ["https://b.example:8443/cb", "myapp://callback"] };
    expect(isRegisteredOrigin(app, "https://a.example")).toBe(true);
    expect(isRegisteredOrigin(app, "https://b.example:8443")).toBe(true);
    expect(isRegisteredOrigin(app, "https://b.example")).toBe(false);
    expect(isRegisteredOrigin(app, "null")).toBe(false);
    expect(isRegisteredOrigin(app, "")).toBe(false);
  });
});

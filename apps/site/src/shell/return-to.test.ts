import { describe, expect, it } from "vitest";
import { safeReturnTo, withReturnTo } from "./return-to.ts";

describe("safeReturnTo", () => {
  it.each([
    ["/account", "/account"],
    ["/blog/a?cursor=x#part", "/blog/a?cursor=x#part"],
    ["/blog/../account", "/account"],
    ["/blog/%2F%2Fevil.example", "/blog/%2F%2Fevil.example"],
  ])("retains the path %s of this site", (value, expected) => {
    expect(safeReturnTo(value)).toBe(expected);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    " /account",
    "account",
    "",
  ])("falls back for %j", (value) => {
    expect(safeReturnTo(value)).toBe("/");
  });

  it("falls back without a value", () => {
    expect(safeReturnTo(null)).toBe("/");
    expect(safeReturnTo(undefined, "/account")).toBe("/account");
  });

  it.each([
    "/sign-in",
    "/sign-in?returnTo=/sign-in",
    "/sign-up",
    "/verify-email",
    "/forgot-password",
    "/reset-password",
    "/pending",
    "/sign-out",
    "/auth/callback?code=x",
  ])("does not loop through %s", (value) => {
    expect(safeReturnTo(value)).toBe("/");
  });
});

describe("withReturnTo", () => {
  it("passes the page as one query value", () => {
    expect(withReturnTo("/sign-in", "/blog/a?b=c&d=e")).toBe("/sign-in?returnTo=%2Fblog%2Fa%3Fb%3Dc%26d%3De");
  });

  it("omits the home page and URLs of other sites", () => {
    expect(withReturnTo("/sign-in", "/")).toBe("/sign-in");
    expect(withReturnTo("/sign-in", "//evil.example")).toBe("/sign-in");
  });
});

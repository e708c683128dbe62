import { describe, expect, it } from "vitest";
import { normalizeLegacyPath, normalizeSitePath } from "./legacy-path.ts";

describe("normalizeLegacyPath", () => {
  it.each([
    ["2014/12/12/Core-Team.html", "/2014/12/12/Core-Team.html"],
    ["/2014/12/12/Core-Team/", "/2014/12/12/Core-Team"],
    ["/old/index.html", "/old"],
    ["/caf%C3%A9", "/café"],
    ["/cafe\u0301", "/café"],
    ["/a?x=1#y", "/a"],
    ["/100%", "/100%"],
    ["/blog/old-name", "/blog/old-name"],
    ["/v3ctor", "/v3ctor"],
  ])("normalizes %j", (path, expected) => {
    expect(normalizeLegacyPath(path)).toBe(expected);
  });

  it.each([
    "",
    "/",
    "/index.html",
    "/blog",
    "/blog/",
    "/v3/posts",
    "/blog/v3/posts",
    "/_api/x",
    "/oauth2/token",
    "/healthz",
    "/hosted/sign-in",
    "/openapi.json",
    "/feed.xml",
    "/members/v1/members/my",
  ])("returns undefined for %j", (path) => {
    expect(normalizeLegacyPath(path)).toBeUndefined();
  });

  it.each(["/a%00", "/a%0d%0ab", "/a\ud800", `/${"x".repeat(2001)}`, `/${"é".repeat(1001)}`])(
    "rejects an invalid URL: %j",
    (path) => {
      expect(normalizeLegacyPath(path)).toBeUndefined();
    },
  );
});

describe("normalizeSitePath", () => {
  it.each([
    ["2020/07/16/x/", "/2020/07/16/x"],
    ["/2020/07/16/x/index.html?y#z", "/2020/07/16/x"],
    ["https://example.org/a/b", "/a/b"],
    ["https://example.org?x", "/"],
    ["/a/./b/../c//d", "/a/c/d"],
    ["/../../a", "/a"],
    ["/caf%C3%A9", "/café"],
    ["/%zz", "/%zz"],
    ["/", "/"],
  ])("%j is %j", (path, expected) => {
    expect(normalizeSitePath(path)).toBe(expected);
  });
});

import { describe, expect, it } from "vitest";
import { normalizeLegacyPath } from "./legacy-path.ts";

describe("former paths", () => {
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
  ])("gives %j its one form", (path, expected) => {
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
  ])("leaves %j to the site", (path) => {
    expect(normalizeLegacyPath(path)).toBeUndefined();
  });

  it.each(["/a%00", "/a%0d%0ab", "/a\ud800", `/${"x".repeat(2001)}`, `/${"é".repeat(1001)}`])(
    "refuses what is no address: %j",
    (path) => {
      expect(normalizeLegacyPath(path)).toBeUndefined();
    },
  );
});

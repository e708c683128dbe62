import { describe, expect, it } from "vitest";
import { isValidPath, pathOf } from "./validate-path.ts";

describe("isValidPath", () => {
  it.each([
    "/",
    "/v3/posts",
    "/v3/posts/slugs/h%C3%A9llo",
    "/blog/Rust-1.45.0",
    "/a/b%20c",
    "/..hidden",
    "/2020/07/16/x.html",
    "/wix-data/v2/collections/shop%2FProducts",
    "/wix-data/v2/collections/shop%2fProducts/patch-field",
    "/wix-data/v2/collections/restore/shop%2FProducts",
    "/_api/porchlight/v1/data/collections/shop%2FProducts/view",
  ])("accepts %s", (path) => {
    expect(isValidPath(path)).toBe(true);
  });

  it.each([
    "//v3/posts",
    "/v3/../posts",
    "/v3/./posts",
    "/v3/%2e%2e/posts",
    "/v3/%2E/posts",
    "/v3%2fposts",
    "/wix-data/v2/collections%2fshop",
    "/wix-data/v2/collections/%2fshop",
    "/wix-data/v2/collections/shop%2f",
    "/wix-data/v2/collections/shop%2f%2fProducts",
    "/wix-data/v2/collections/shop%2fProducts%2fmore",
    "/wix-data/v2/collections/shop%2f..",
    "/wix-data/v2/collections/..%2fshop",
    "/wix-data/v2/collections/shop%2f%2e%2e",
    "/wix-data/v2/collections/shop%2f%00",
    "/wix-data/v2/items/a%2fb",
    "/v3%5cposts",
    "/v3\\posts",
    "/v3/posts;a=1",
    "/v3/posts%00",
    "/v3/%zz",
    "/v3/%",
    "/v3/%C3",
    "v3/posts",
  ])("rejects %s", (path) => {
    expect(isValidPath(path)).toBe(false);
  });
});

describe("pathOf", () => {
  it.each([
    "http://localhost/",
    "http://localhost:4000/v3/posts?a=/b#c",
    "https://example.com/a%2fb%00;c//d#/e?f",
    "http://[::1]:4000/v3/posts/slugs/a?b=http://localhost/",
  ])("returns the same path for %s as URL", (url) => {
    expect(pathOf(new Request(url).url)).toBe(new URL(url).pathname);
  });
});

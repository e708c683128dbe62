import { describe, expect, it } from "vitest";
import { isPlainPath, pathOf } from "./path-guard.ts";

describe("path guard", () => {
  it.each([
    "/",
    "/v3/posts",
    "/v3/posts/slugs/h%C3%A9llo",
    "/blog/Rust-1.45.0",
    "/a/b%20c",
    "/..hidden",
    "/2020/07/16/x.html",
  ])("lets %s through", (path) => {
    expect(isPlainPath(path)).toBe(true);
  });

  it.each([
    "//v3/posts",
    "/v3/../posts",
    "/v3/./posts",
    "/v3/%2e%2e/posts",
    "/v3/%2E/posts",
    "/v3%2fposts",
    "/v3%5cposts",
    "/v3\\posts",
    "/v3/posts;a=1",
    "/v3/posts%00",
    "/v3/%zz",
    "/v3/%",
    "/v3/%C3",
    "v3/posts",
  ])("refuses %s", (path) => {
    expect(isPlainPath(path)).toBe(false);
  });
});

describe("pathOf", () => {
  it.each([
    "http://localhost/",
    "http://localhost:4000/v3/posts?a=/b#c",
    "https://example.com/a%2fb%00;c//d#/e?f",
    "http://[::1]:4000/v3/posts/slugs/a?b=http://localhost/",
  ])("reads %s as URL does", (url) => {
    expect(pathOf(new Request(url).url)).toBe(new URL(url).pathname);
  });
});

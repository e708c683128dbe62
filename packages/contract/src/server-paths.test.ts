import { describe, expect, it } from "vitest";
import { isServerPath } from "./server-paths.ts";

describe("isServerPath", () => {
  it.each([
    "/_api/iam/authentication/v2/register",
    "/iam/authentication/v2/login",
    "/_api/oauth2/authorize",
    "/oauth2/token",
    "/v3/posts",
    "/blog/v2/stats/posts/total",
    "/members/v1/members/my",
    "/form-submission-service/v4/submissions",
    "/api/v1/members/approve",
    "/wix-sm/api/v1/auth/api/v1/auth/login",
    "/graphql/alpha",
    "/dev/mail",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
    "/reference",
    "/reference/scalar-1.72.1.js",
    "/reference/graphql",
    "/reference/graphiql-5.4.0.css",
    "/reference/graphiql-worker-5.4.0.js",
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    "/blog/category/caf%C3%A9/feed.xml",
    "/blog/tag/feed.xml/feed.json",
    "/sitemap.xml",
    "/sitemap-2.xml",
    "/robots.txt",
    "/.well-known/webauthn",
    "/media/0123456789abcdef0123456789abcdef.png",
  ])("returns true for %s", (path) => expect(isServerPath(path)).toBe(true));

  it.each([
    "/",
    "/blog",
    "/blog/v8-and-other-engines",
    "/sign-in",
    "/account/profile",
    "/development",
    "/reference/of-the-house",
    "/mediation",
    "/sitemap",
    "/blog/feed.xml",
    "/blog/tag/feed.xml",
    "/blog/category/a/b/feed.xml",
    "/assets/v1.js",
  ])("returns false for %s", (path) => expect(isServerPath(path)).toBe(false));
});

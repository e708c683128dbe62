/** Endpoints, hosted pages, media and the development inbox. The second segment of an endpoint may be a version. */
const serverPrefix =
  /^\/(?:(?:_api|admin\/api|iam|v[123]|oauth2|hosted|dev|media|graphql|api\/v1\/members|wix-sm\/api)(?:\/|$)|[a-z][a-z0-9-]*\/v\d+(?:\/|$))/;
/** Pages for operators, feeds, files for search engines, and passkey metadata. */
const serverFile =
  /^\/(?:healthz|readyz|metrics|openapi\.json|reference(?:\/(?:graphql|(?:scalar|graphiql(?:-worker)?)-[\d.]+\.(?:js|css)))?|feed\.(?:xml|json)|atom\.xml|robots\.txt|sitemap(?:-\d+)?\.xml|\.well-known\/webauthn)$/;
const taxonomyFeed = /^\/blog\/(?:category|tag)\/[^/]+\/(?:feed\.(?:xml|json)|atom\.xml)$/;

/**
 * Whether a path belongs to the server rather than to the member site. Such a path cannot be the slug or the legacy
 * path of a post: `/blog/v3/…` is an endpoint, for example.
 */
export function isServerPath(path: string): boolean {
  return isConsolePath(path) || serverPrefix.test(path) || serverFile.test(path) || taxonomyFeed.test(path);
}

/** Whether a path belongs to the console: `/admin` and everything below, except its sign-in endpoints. */
export function isConsolePath(path: string): boolean {
  return path === "/admin" || (path.startsWith("/admin/") && !path.startsWith("/admin/api/"));
}

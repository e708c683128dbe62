/**
 * Collection ids may contain a slash, encoded in the paths of their endpoints. No other layer interprets the rest of
 * these paths.
 */
const encodedCollectionSlash =
  /^(\/(?:wix-data\/v2\/collections|wix-data\/v2\/collections\/restore|_api\/porchlight\/v1\/data\/collections)\/[\w-]+)%2f(?=\w)/i;

/**
 * Whether every layer interprets this path identically. Encoded slashes, dot segments, semicolons and broken escapes
 * can bypass checks of other layers.
 * Source: security requirements §2.8.
 */
export function isValidPath(rawPath: string): boolean {
  const path = rawPath.replace(encodedCollectionSlash, "$1_");
  if (!path.startsWith("/") || path.includes("//") || path.includes("\\") || path.includes(";")) return false;
  if (/%(?![0-9a-f]{2})/i.test(path) || /%(?:2f|5c|00|3b)/i.test(path)) return false;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  return !decoded.split("/").some((segment) => segment === "." || segment === "..");
}

/** Returns the raw path of a request URL, without parsing it again. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

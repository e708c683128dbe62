/**
 * The contract has ids of collections with one slash in the middle, and these in paths of their calls. No other layer reads those paths: what
 * they begin with is one thing for all.
 */
const encodedCollectionSlash =
  /^(\/(?:wix-data\/v2\/collections|wix-data\/v2\/collections\/restore|_api\/porchlight\/v1\/data\/collections)\/[\w-]+)%2f(?=\w)/i;

/**
 * Whether every part of the server would read this path alike. Encoded slashes, dots as segments, semicolons and
 * broken escapes are how a request slips past a check that another layer reads differently.
 * Source: security requirements §2.8.
 */
export function isValidPath(sent: string): boolean {
  const path = sent.replace(encodedCollectionSlash, "$1_");
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

/** The path of a request's address, as it was sent: a `Request` holds nothing that would have to be parsed anew. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

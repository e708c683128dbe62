/** A path of this site from an address that others may have written; the home page for anything else. */
export function sitePath(path: string | null): string {
  return path && /^\/(?![/\\])[^\t\n\r]*$/.test(path) ? path : "/";
}

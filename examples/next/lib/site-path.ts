/** A path of this site from an address that others may have written; the home page for anything else. */
export function sitePath(path: string | null | undefined): string {
  return path && /^\/(?![/\\])[^\t\n\r]*$/.test(path) ? path : "/";
}

export function withReturnTo(page: string, returnTo: string): string {
  return `${page}?returnTo=${encodeURIComponent(returnTo)}`;
}

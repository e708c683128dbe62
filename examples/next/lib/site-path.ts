/** The path of an untrusted return URL on this site; the home page for any other URL. */
export function sitePath(path: string | null | undefined): string {
  return path && /^\/(?![/\\])[^\t\n\r]*$/.test(path) ? path : "/";
}

export function withReturnTo(page: string, returnTo: string): string {
  return `${page}?returnTo=${encodeURIComponent(returnTo)}`;
}

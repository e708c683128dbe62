/** A path of this site: one slash first, as browsers read it (they take a backslash for a slash, and skip tabs). */
export function isSitePath(href: string): boolean {
  return /^\/(?![/\\])[^\t\n\r]*$/.test(href);
}

/** A path of this site: one slash first, as browsers read it (they take a backslash for a slash, and skip tabs). */
export function isSitePath(href: string): boolean {
  return /^\/(?![/\\])[^\t\n\r]*$/.test(href);
}

/** Goes to an address of this site without loading the page; `replace` leaves no way back to this one. */
export type Navigate = (to: string, options?: { replace?: boolean }) => unknown;

/** Goes to a path of this site; anything else is left alone, since it may come from an address that others wrote. */
export function goTo(path: string | undefined, navigate: Navigate | undefined, { replace = false } = {}): void {
  if (path === undefined || !isSitePath(path)) return;
  if (navigate) navigate(path, { replace });
  else window.location[replace ? "replace" : "assign"](path);
}

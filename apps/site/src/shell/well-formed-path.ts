/**
 * Returns the path if its percent-encoding is valid, otherwise an escaped one that no page matches. React Router would
 * warn about the original on every match.
 */
export function wellFormedPath(path: string): string {
  return isReadable(path) ? path : path.replaceAll("%", "%25");
}

function isReadable(path: string): boolean {
  try {
    // Minifiers drop a call whose result is unused.
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}

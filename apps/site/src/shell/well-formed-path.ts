/**
 * The same path where its percent-encoding can be read; else one that can, and that no page has. The router would warn
 * of the other one each time it looks at it.
 */
export function wellFormedPath(path: string): string {
  return isReadable(path) ? path : path.replaceAll("%", "%25");
}

function isReadable(path: string): boolean {
  try {
    // Minifiers drop the call when nothing is made of its answer.
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}

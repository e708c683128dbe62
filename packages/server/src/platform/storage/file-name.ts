/**
 * The name of a file as an address holds it and a browser saves it: without signs that file systems or addresses take for paths, and
 * those that turn the direction of reading, so that an ending cannot pose as another. Empty when nothing is left.
 */
export function toFileName(name: string): string {
  return name
    .replace(/^\.{1,2}$/, (dots) => "_".repeat(dots.length))
    .replace(/[/\\:;*?"<>|\p{Cc}\p{Cf}]/gu, "_")
    .slice(0, 255)
    .toWellFormed();
}

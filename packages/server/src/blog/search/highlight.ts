import type { SearchedText } from "@porchlight/contract/blog/discovery/discovery";

/** What a marked text has before and after each word that was found. */
export const marks = { start: "\u0002", stop: "\u0003" } as const;

/**
 * The writer's text in pieces, found words apart.
 *
 * @param marked The same text, character by character in other letters, with marks around the words that were found.
 */
export function highlight(text: string, marked: string): SearchedText[] {
  const letters = [...text];
  const pieces: SearchedText[] = [];
  let position = 0;
  for (const [index, piece] of marked.replaceAll(marks.stop, marks.start).split(marks.start).entries()) {
    const length = [...piece].length;
    const original = letters.slice(position, position + length).join("");
    position += length;
    if (original !== "") pieces.push(index % 2 === 1 ? { text: original, found: true } : { text: original });
  }
  return pieces;
}

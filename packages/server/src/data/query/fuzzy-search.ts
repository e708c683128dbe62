import { plain } from "./filter/matches.ts";

/** Shorter ones have too many neighbours; with longer ones the pattern would grow beyond all bounds. */
const fewestLetters = 4;
const mostLetters = 40;
/** From so many on there may be a slip in each half. */
const longLetters = 8;

/**
 * A pattern of words that begin with this one but for a slip: a letter that is wrong, missing or too much, or two that have changed places; in a
 * long word one in each half. It has no more steps than three for each letter, so that its cost goes by the text's length.
 *
 * @returns Nothing for a word that has to be found as it is.
 */
export function slipsOf(word: string): string | undefined {
  const letters = [...word];
  if (letters.length < fewestLetters || letters.length > mostLetters) return undefined;
  if (letters.length < longLetters) return `\\m${withSlip(letters)}`;
  const half = Math.ceil(letters.length / 2);
  return `\\m${withSlip(letters.slice(0, half))}${withSlip(letters.slice(half))}`;
}

function withSlip(letters: readonly string[]): string {
  const text = (from: number, to?: number) => plain(letters.slice(from, to).join(""));
  const choices = letters.flatMap((letter, index) => {
    const next = letters[index + 1];
    return [
      `${text(0, index)}.?${text(index + 1)}`,
      `${text(0, index)}.${text(index)}`,
      ...(next === undefined || next === letter
        ? []
        : [`${text(0, index)}${plain(next)}${plain(letter)}${text(index + 2)}`]),
    ];
  });
  return `(?:${choices.join("|")})`;
}

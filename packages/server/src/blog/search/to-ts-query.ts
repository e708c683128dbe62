/** Further terms are ignored. */
const maxTerms = 16;

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** A quoted phrase, possibly unclosed, or text between spaces; a leading minus excludes it. */
const term = /(-?)(?:["“„]([^"“”„]*)["“”]?|(\S+))/gu;

/**
 * Converts search input to a `to_tsquery` query. Operators of `to_tsquery` in the input have no effect.
 *
 * @returns `undefined` without a word to search for.
 */
export function toTsQuery(expression: string): string | undefined {
  const required: string[] = [];
  const excluded: string[] = [];
  for (const [, minus, phrase, plain] of [...expression.normalize("NFC").matchAll(term)].slice(0, maxTerms)) {
    const words = (phrase ?? plain ?? "").match(word);
    if (!words) continue;
    const quoted = words.map((each) => `'${each}'`).join(phrase === undefined ? " & " : " <-> ");
    if (minus) excluded.push(`!(${quoted})`);
    else required.push(phrase === undefined ? quoted : `(${quoted})`);
  }
  if (required.length === 0) return undefined;
  const isUnfinished = /[\p{L}\p{N}\p{M}]$/u.test(expression) && !isLastTermSpecial(expression);
  if (isUnfinished) required.push(`${required.pop()}:*`);
  return [...required, ...excluded].join(" & ");
}

/** Whether the expression ends in a phrase or an excluded word. */
function isLastTermSpecial(expression: string): boolean {
  const last = [...expression.matchAll(term)].at(-1);
  return last === undefined || last[1] === "-" || last[2] !== undefined;
}

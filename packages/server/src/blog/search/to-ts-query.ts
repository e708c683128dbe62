/** More are not looked for. */
const maxTerms = 16;

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** A phrase in quotes, also one that does not end, or what stands between spaces; either with a minus in front. */
const term = /(-?)(?:["“„]([^"“”„]*)["“”]?|(\S+))/gu;

/**
 * What somebody typed into a search field, as PostgreSQL's `to_tsquery` reads it: nothing that they type is an operator there.
 *
 * @returns `undefined` when there is no word to look for.
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

/** Whether the expression ends within a phrase or with a word that is not wanted. */
function isLastTermSpecial(expression: string): boolean {
  const last = [...expression.matchAll(term)].at(-1);
  return last === undefined || last[1] === "-" || last[2] !== undefined;
}

/** More are not looked for. */
const maximumTerms = 16;

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** A phrase in quotes, also one that does not end, or what stands between spaces; either with a minus in front. */
const term = /(-?)(?:["“„]([^"“”„]*)["“”]?|(\S+))/gu;

/**
 * What somebody typed into a search field, as PostgreSQL's `to_tsquery` reads it: nothing that they type is an operator there.
 *
 * @returns `undefined` when there is no word to look for.
 */
export function toSearchQuery(expression: string): string | undefined {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [, minus, phrase, plain] of [...expression.normalize("NFC").matchAll(term)].slice(0, maximumTerms)) {
    const words = (phrase ?? plain ?? "").match(word);
    if (!words) continue;
    const quoted = words.map((each) => `'${each}'`).join(phrase === undefined ? " & " : " <-> ");
    if (minus) unwanted.push(`!(${quoted})`);
    else wanted.push(phrase === undefined ? quoted : `(${quoted})`);
  }
  if (wanted.length === 0) return undefined;
  const isUnfinished = /[\p{L}\p{N}\p{M}]$/u.test(expression) && !isLastTermSpecial(expression);
  if (isUnfinished) wanted.push(`${wanted.pop()}:*`);
  return [...wanted, ...unwanted].join(" & ");
}

/** Whether the expression ends within a phrase or with a word that is not wanted. */
function isLastTermSpecial(expression: string): boolean {
  const last = [...expression.matchAll(term)].at(-1);
  return last === undefined || last[1] === "-" || last[2] !== undefined;
}

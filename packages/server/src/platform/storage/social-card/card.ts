/** What stands on a card, each in letters that {@link toDrawableText} has let through. */
export interface Card {
  title: string;
  siteName: string;
  /** `#rrggbb`, dark enough for white letters. */
  color: string;
}

export const cardWidth = 1200;
export const cardHeight = 630;

const maxTitleLength = 140;

/**
 * Text as it may stand on a card: on one line, not longer than fits, and in letters that the product's fonts have; empty where they have
 * not. Pictures among the letters are left out.
 */
export function toDrawableText(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu, "")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();
  // One letter without end would take the place of all others.
  const calm = plain.replace(/(\p{M}{2})\p{M}+/gu, "$1");
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(calm))
    return "";
  const letters = [...calm];
  return letters.length <= maxTitleLength
    ? calm
    : `${letters
        .slice(0, maxTitleLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Points of a title of so many letters: four lines at most. */
export function titleSize(title: string): number {
  const { length } = [...title];
  return length <= 30 ? 84 : length <= 60 ? 68 : length <= 100 ? 56 : 46;
}

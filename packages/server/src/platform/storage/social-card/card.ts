/** Content of a social card. Texts are converted by {@link toDrawableText}. */
export interface Card {
  title: string;
  siteName: string;
  /** `#rrggbb`, dark enough for white text. */
  color: string;
}

export const cardWidth = 1200;
export const cardHeight = 630;

const maxTitleLength = 140;

/**
 * Converts a text to one line of limited length without emoji. Empty if the fonts do not support its script.
 */
export function toDrawableText(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu, "")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();
  // Limits combining characters, which could cover everything else.
  const limited = plain.replace(/(\p{M}{2})\p{M}+/gu, "$1");
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(limited))
    return "";
  const letters = [...limited];
  return letters.length <= maxTitleLength
    ? limited
    : `${letters
        .slice(0, maxTitleLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Font size of a title, in points, for at most four lines. */
export function titleSize(title: string): number {
  const { length } = [...title];
  return length <= 30 ? 84 : length <= 60 ? 68 : length <= 100 ? 56 : 46;
}

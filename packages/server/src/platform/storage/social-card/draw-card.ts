import sharp from "sharp";
import { type Card, cardHeight, cardWidth, titleSize } from "./card.ts";
import { installCardFonts } from "./card-fonts.ts";

const margin = 84;
const maxTitleHeight = 380;

let fontsFolder: string | undefined;

/** Draws a card for link previews: the title over the site's name, on the owner's colour. The same bytes for the same card. */
export async function drawCard({ title, siteName, color: colour }: Card): Promise<Buffer> {
  // Only the first time: whoever makes sizes alone needs no fonts.
  fontsFolder ??= installCardFonts();
  const [words, name] = await Promise.all([
    renderText(title, 700, titleSize(title), maxTitleHeight),
    renderText(siteName, 500, 34, 44),
  ]);
  return sharp({ create: { width: cardWidth, height: cardHeight, channels: 3, background: colour } })
    .composite([
      { input: { create: { width: 72, height: 8, channels: 3, background: "#ffffff" } }, left: margin, top: margin },
      ...(words ? [{ input: words, left: margin, top: margin + 48 }] : []),
      ...(name ? [{ input: name, left: margin, top: cardHeight - margin - 44 }] : []),
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** Removes the fonts when the process ends. */
export const installedFontsFolder = (): string | undefined => fontsFolder;

async function renderText(
  text: string,
  weight: number,
  points: number,
  maxHeight: number,
): Promise<Buffer | undefined> {
  if (text === "") return undefined;
  const escaped = text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="#ffffff" weight="${weight}">${escaped}</span>`,
      font: `Inter ${points}`,
      width: cardWidth - 2 * margin,
      wrap: "word-char",
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const width = Math.min(info.width, cardWidth - margin);
  const height = Math.min(info.height, maxHeight);
  return sharp(data).extract({ left: 0, top: 0, width, height }).toBuffer();
}

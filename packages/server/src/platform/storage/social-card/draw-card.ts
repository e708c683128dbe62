import sharp from "sharp";
import { type Card, cardHeight, cardWidth, titleSize } from "./card.ts";
import { installCardFonts } from "./card-fonts.ts";

const margin = 84;
const maxTitleHeight = 380;

let fontsFolder: string | undefined;

/** Draws a card for link previews: title and site name on the brand color. Deterministic. */
export async function drawCard({ title, siteName, color }: Card): Promise<Buffer> {
  // Installed when needed, because resizing needs no fonts.
  fontsFolder ??= installCardFonts();
  const [heading, name] = await Promise.all([
    renderText(title, 700, titleSize(title), maxTitleHeight),
    renderText(siteName, 500, 34, 44),
  ]);
  return sharp({ create: { width: cardWidth, height: cardHeight, channels: 3, background: color } })
    .composite([
      { input: { create: { width: 72, height: 8, channels: 3, background: "#ffffff" } }, left: margin, top: margin },
      ...(heading ? [{ input: heading, left: margin, top: margin + 48 }] : []),
      ...(name ? [{ input: name, left: margin, top: cardHeight - margin - 44 }] : []),
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** The folder of the fonts, if installed. */
export const installedFontsFolder = (): string | undefined => fontsFolder;

async function renderText(
  text: string,
  weight: number,
  points: number,
  maxHeight: number,
): Promise<Buffer | undefined> {
  if (text === "") return undefined;
  const escaped = text.replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`);
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

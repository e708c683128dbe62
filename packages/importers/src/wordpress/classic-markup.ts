import { embedHtml } from "./embed-html.ts";

/** Around which text begins anew, and in which paragraphs may stand. */
const containers = "blockquote|div|section|article|aside|center|header|footer|main|details|fieldset|form";
/** Before and behind which text begins anew. */
const blocks = "p|h[1-6]|ul|ol|dl|table|pre|hr|figure|address|iframe|video|audio|summary";
/** Between which no text belongs to a paragraph of its own. */
const parts = "li|dt|dd|tr|td|th|thead|tbody|tfoot|caption|colgroup|col|figcaption|legend|option|source|track";

const startsWithBlock = new RegExp(`^</?(?:${containers}|${blocks}|${parts})[\\s/>]`, "i");

/**
 * The text of WordPress's former editor as HTML: blank lines part paragraphs, line feeds within them are breaks, and an address on a line of its
 * own shows what is there. What is HTML already stays. Source: WordPress, `wpautop` and `WP_Embed::autoembed`.
 */
export function classicToHtml(text: string): string {
  const kept: string[] = [];
  // Code points for private use mark the places of what is kept.
  const keep = (whole: string) => `\n\n\uE000${kept.push(whole) - 1}\uE001\n\n`;
  const source = replacePreformatted(text.replace(/\r\n?/g, "\n").replace(/[\uE000\uE001]/g, ""), keep)
    .replace(new RegExp(`</?(?:${containers})(?:\\s[^<>]*)?>`, "gi"), "\n\n$&\n\n")
    .replace(new RegExp(`<(?:${blocks})(?:\\s[^<>]*)?/?>`, "gi"), "\n\n$&")
    .replace(new RegExp(`</(?:${blocks})\\s?>|<hr(?:\\s[^<>]*)?/?>`, "gi"), "$&\n\n");
  const html = source.split(/\n\s*\n/).map((chunk) => {
    const piece = chunk.trim();
    if (piece === "" || piece.startsWith("\uE000") || startsWithBlock.test(piece)) return piece;
    if (/^<!--\s*(?:more|nextpage)[\s\S]*?-->$/.test(piece)) return piece;
    if (/^https?:\/\/\S+$/i.test(piece) && !/[<>"]/.test(piece)) return embedHtml(piece);
    return `<p>${piece.replace(/(?:<br ?\/?>)?[^\S\n]{0,100}\n/gi, "<br>\n")}</p>`;
  });
  return html
    .filter((piece) => piece !== "")
    .join("\n")
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)] ?? "");
}

/** Elements in which line feeds are what they are. Every end is looked for once, however many begin. */
function replacePreformatted(text: string, replace: (whole: string) => string): string {
  const begins = /<(pre|script|style|textarea)\b[^<>]*>/gi;
  const endless = new Set<string>();
  let result = "";
  let from = 0;
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const name = found[1] ?? "";
    if (endless.has(name)) continue;
    const end = text.indexOf(`</${name}>`, begins.lastIndex);
    if (end === -1) {
      endless.add(name);
      continue;
    }
    const behind = end + name.length + 3;
    result += text.slice(from, found.index) + replace(text.slice(found.index, behind));
    from = behind;
    begins.lastIndex = behind;
  }
  return result + text.slice(from);
}

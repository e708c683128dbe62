import { classicToHtml } from "./classic-markup.ts";
import { embedHtml } from "./embed-html.ts";
import { convertShortcodes, type ShortcodeOptions } from "./shortcodes.ts";

/** The comments that mark blocks. Source: WordPress, "Markup representation of a block". */
const mark = /<!--\s+(\/)?wp:([a-z][\w-]*\/)?([a-z][\w-]*)\s+(?:\{[^<>]{0,50000}?\}\s+)?(\/)?-->/g;

/** They show nothing, or what is made of the whole site. */
const silent = new Set(["spacer", "separator", "more", "nextpage", "paragraph", "group", "columns", "column", "html"]);

/**
 * The text of WordPress's block editor as HTML. The marks of blocks go; what a block shows that is made anew for each page is told, since
 * nothing of it is in the text.
 */
export function blocksToHtml(text: string, options: ShortcodeOptions): string {
  const told = new Set<string>();
  const open: string[] = [];
  let result = "";
  let from = 0;
  const add = (part: string) => {
    const block = open.at(-1);
    // What is in no block was written with the former editor.
    const isClassic = block === undefined || block === "freeform";
    result += isClassic ? classicPart(part, options) : blockHtml(part, options);
  };
  for (const found of text.matchAll(mark)) {
    const [whole, closes, , name = "", closesItself] = found;
    add(text.slice(from, found.index));
    from = found.index + whole.length;
    if (closes !== undefined) open.pop();
    else if (closesItself === undefined) open.push(name);
    else if (!silent.has(name) && !told.has(name)) {
      told.add(name);
      options.note(
        name === "block"
          ? "A block that several posts share is not in the text; it is left out."
          : `The block "${name}" is made anew for each page and not in the text; it is left out.`,
      );
    }
  }
  add(text.slice(from));
  return result;
}

function classicPart(text: string, options: ShortcodeOptions): string {
  return classicToHtml(convertShortcodes(text, options));
}

function blockHtml(text: string, options: ShortcodeOptions): string {
  const embedded = text.replace(
    /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/g,
    (_, url: string) => embedHtml(url),
  );
  return convertShortcodes(embedded, options);
}

/** The text of a post, whichever editor it was written with. */
export function wordpressToHtml(text: string, options: ShortcodeOptions): string {
  return /<!--\s+wp:/.test(text) ? blocksToHtml(text, options) : classicPart(text, options);
}

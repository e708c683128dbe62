import { embedMarkdown, readArguments } from "./embeds.ts";
import { type DialectContext, describeLost, replaceInText } from "./text-parts.ts";

/** `{{ name(…) }}`, `{% name(…) %}` and `{% end %}`. */
const shortcode = /\{\{-?\s*([a-zA-Z_]\w*)\(([^{}]*)\)\s*-?\}\}|\{%-?\s*(?:end|([a-zA-Z_]\w*)\(([^{}]*)\))\s*-?%\}/g;

export function isZola(markdown: string): boolean {
  return /\{[{%][^{}]*\(/.test(markdown);
}

/** Source: Zola, "Shortcodes". */
export function adaptZola(markdown: string, { note }: DialectContext): string {
  return replaceInText(markdown, shortcode, ([found, inline, inlineWords, block, blockWords], line) => {
    const name = inline ?? block;
    if (name === undefined) return "";
    const embed = embedMarkdown(name, readArguments(inlineWords ?? blockWords ?? ""));
    const kept = embed?.isLink ? "link" : block === undefined ? "nothing" : "text";
    if (!embed || embed.isLink) note(line, describeLost("The shortcode", found, kept));
    return embed?.markdown ?? "";
  });
}

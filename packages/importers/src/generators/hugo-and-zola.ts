import { embedMarkdown, readArguments } from "./embeds.ts";
import {
  codeMarkdown,
  describeLost,
  type GeneratorContext,
  replaceBlocks,
  replaceInText,
  shield,
} from "./text-parts.ts";

/** `{{ name(…) }}`, `{% name(…) %}` and `{% end %}`. */
const zolaShortcode =
  /\{\{-?\s*([a-zA-Z_]\w*)\(([^{}]*)\)\s*-?\}\}|\{%-?\s*(?:end|([a-zA-Z_]\w*)\(([^{}]*)\))\s*-?%\}/g;

export function isZola(markdown: string): boolean {
  return /\{[{%][^{}]*\(/.test(markdown);
}

/** Source: Zola, "Shortcodes". */
export function adaptZola(markdown: string, { warn }: GeneratorContext): string {
  return replaceInText(markdown, zolaShortcode, ([found, inline, inlineWords, block, blockWords], line) => {
    const name = inline ?? block;
    if (name === undefined) return "";
    const embed = embedMarkdown(name, readArguments(inlineWords ?? blockWords ?? ""));
    const retained = embed?.isLink ? "link" : block === undefined ? "nothing" : "text";
    if (!embed || embed.isLink) warn(line, describeLost("The shortcode", found, retained), `${name} ${retained}`);
    return embed?.markdown ?? "";
  });
}

/** `{{< name … >}}` and `{{% name … %}}`, not nested. */
const shortcode = /\{\{([<%])\s*(\/?)\s*([\w./-]+)((?:"(?:\\.|[^"\\])*"|`[^`]*`|(?!\{\{|[%>]\}\})[^"`])*)[%>]\}\}/g;
const closing = /\{\{[<%]\s*\/\s*([\w./-]+)/g;
const highlightStart = /\{\{[<%]\s*highlight\s+([^{}\n]*?)\s*[>%]\}\}/g;
const highlightEnd = /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g;
/** Hugo's own documentation shows shortcodes with comment marks inside the braces. */
const shownStart = /\{\{([<%])\/\*/g;
const shownEnd = /\*\/[>%]\}\}/g;

export function isHugo(markdown: string): boolean {
  return markdown.includes("{{<") || markdown.includes("{{%");
}

/** Source: Hugo, "Shortcodes". */
export function adaptHugo(markdown: string, { warn, findPost }: GeneratorContext): string {
  let adapted = replaceBlocks(markdown, shownStart, shownEnd, ({ opening: [, mark], inner }) =>
    shield(`{{${mark}${inner}${mark === "<" ? ">" : "%"}}}`),
  );
  adapted = replaceBlocks(adapted, highlightStart, highlightEnd, (block) =>
    codeMarkdown(block, readArguments(block.opening[1] ?? "").positional[0] ?? ""),
  );
  const closed = new Set([...adapted.matchAll(closing)].map(([, name]) => name));
  return replaceInText(adapted, shortcode, ([found, , closes, name = "", words = ""], line) => {
    if (closes !== "" || name === "end") return "";
    const args = readArguments(words.replace(/\/\s*$/, ""));
    if (name === "ref" || name === "relref") {
      const reference = args.named.get("path") ?? args.positional[0] ?? "";
      return findPost(reference) ?? reference;
    }
    const embed = embedMarkdown(name, args);
    const retained = embed?.isLink ? "link" : closed.has(name) ? "text" : "nothing";
    if (!embed || embed.isLink) warn(line, describeLost("The shortcode", found, retained), `${name} ${retained}`);
    return embed?.markdown ?? "";
  });
}

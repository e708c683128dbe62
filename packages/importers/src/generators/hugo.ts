import { embedMarkdown, readArguments } from "./embeds.ts";
import { codeMarkdown, type DialectContext, describeLost, replaceBlocks, replaceInText, shield } from "./text-parts.ts";

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
export function adaptHugo(markdown: string, { note, findPost }: DialectContext): string {
  let adapted = replaceBlocks(markdown, shownStart, shownEnd, ({ opening: [, mark], inner }) =>
    shield(`{{${mark}${inner}${mark === "<" ? ">" : "%"}}}`),
  );
  adapted = replaceBlocks(adapted, highlightStart, highlightEnd, (block) =>
    codeMarkdown(block, readArguments(block.opening[1] ?? "").placed[0] ?? ""),
  );
  const closed = new Set([...adapted.matchAll(closing)].map(([, name]) => name));
  return replaceInText(adapted, shortcode, ([found, , closes, name = "", words = ""], line) => {
    if (closes !== "" || name === "end") return "";
    const args = readArguments(words.replace(/\/\s*$/, ""));
    if (name === "ref" || name === "relref") {
      const reference = args.named.get("path") ?? args.placed[0] ?? "";
      return findPost(reference) ?? reference;
    }
    const embed = embedMarkdown(name, args);
    const kept = embed?.isLink ? "link" : closed.has(name) ? "text" : "nothing";
    if (!embed || embed.isLink) note(line, describeLost("The shortcode", found, kept));
    return embed?.markdown ?? "";
  });
}

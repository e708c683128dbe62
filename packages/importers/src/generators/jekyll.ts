import { calloutKindOf } from "./containers.ts";
import { embedMarkdown, readArguments, type ShortcodeArguments } from "./embeds.ts";
import { adaptHexo, isHexo } from "./hexo.ts";
import {
  codeMarkdown,
  describeLost,
  type GeneratorContext,
  isInText,
  replaceBlocks,
  replaceInText,
  shield,
} from "./text-parts.ts";

const tagOf = (name: string) => new RegExp(String.raw`\{%-?\s*${name}\s*-?%\}`, "g");
const highlightStart = /\{%-?\s*highlight\s+([^%\n]*?)\s*-?%\}/g;
const tag = /\{%-?\s*(\w+)((?:(?!%\}|\{%)[\s\S])*?)\s*-?%\}/g;
const output = /\{\{-?((?:(?!\}\}|\{\{)[\s\S])*?)-?\}\}/g;
/** A list of one item followed by `{:toc}` is a table of contents. */
const tableOfContents = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t][^\n]*\n[ \t]*\{:[ \t]*toc[^}\n]*\}[ \t]*$/gm;
const blockAttributes = /^[ \t]*\{:[^}\n]*\}[ \t]*$/gm;
/** Also at the start, which is the end of a code span. */
const spanAttributes = /(?<=^|[)\]*_])\{:[^}\n]*\}/g;

/** Whether the text has tags that only Liquid, or Hexo, has. */
export function isLiquid(markdown: string): boolean {
  return isInText(markdown, /\{%-?\s*(?:post_url|highlight|include|raw|link|comment)\s/) || isHexo(markdown);
}

/** Converts Liquid and the tags of Hexo. Source: Jekyll, "Liquid"; Shopify, "Liquid"; kramdown, "Syntax". */
export function adaptJekyll(markdown: string, context: GeneratorContext): string {
  let adapted = replaceBlocks(markdown, tagOf("raw"), tagOf("endraw"), ({ inner }) => shield(inner));
  adapted = replaceBlocks(adapted, tagOf("comment"), tagOf("endcomment"), () => "");
  adapted = replaceBlocks(adapted, highlightStart, tagOf("endhighlight"), (block) =>
    codeMarkdown(block, readArguments(block.opening[1] ?? "").positional[0] ?? ""),
  );
  adapted = adaptHexo(adapted, context);
  adapted = replaceInText(adapted, output, ([found, words = ""], line) => outputText(words, found, line, context));
  adapted = replaceInText(adapted, tag, ([found, name = "", words = ""], line) =>
    tagMarkdown(name, words, found, line, context),
  );
  adapted = replaceInText(adapted, tableOfContents, () => "");
  return replaceInText(
    replaceInText(adapted, blockAttributes, () => ""),
    spanAttributes,
    () => "",
  );
}

/** Filters that prepend the site's address, which has no effect here. */
const addressFilters = /^(?:relative_url|absolute_url|escape|strip|(?:prepend|append):\s*site\.(?:baseurl|url))$/;

function outputText(words: string, found: string, line: number, { warn, title }: GeneratorContext): string {
  const [expression = "", ...filters] = words.split("|").map((part) => part.trim());
  const values: Record<string, string> = { "site.baseurl": "", "site.url": "", "page.title": title };
  const text = /^(?:"([^"]*)"|'([^']*)')$/.exec(expression);
  const value = text ? (text[1] ?? text[2]) : Object.hasOwn(values, expression) ? values[expression] : undefined;
  if (value !== undefined && filters.every((filter) => addressFilters.test(filter))) return value;
  warn(line, describeLost("The Liquid output", found, "nothing"), expression);
  return "";
}

const pairedTags = new Set("if unless case for tablerow capture".split(" "));

function tagMarkdown(name: string, words: string, found: string, line: number, context: GeneratorContext): string {
  const { warn, findPost } = context;
  const reference = words.trim();
  if (name === "post_url") return findPost(reference.replace(/^\//, "")) ?? reference;
  if (name === "link") return findPost(reference) ?? `/${reference.replace(/^\//, "")}`;
  if (name.startsWith("end")) return "";
  const args = readArguments(words);
  if (name === "include_relative") {
    const included = context.findInclude?.(args.positional[0] ?? "");
    // Files that an included file includes are not read.
    const inner = {
      ...context,
      findInclude: undefined,
      warn: (_: number, ...note: [string, string?]) => warn(line, ...note),
    };
    if (included !== undefined) return adaptJekyll(included, inner);
  }
  const isInclude = name.startsWith("include");
  const embed = isInclude
    ? embedMarkdown(args.positional[0] ?? "", { ...args, positional: args.positional.slice(1) })
    : embedMarkdown(name, args);
  const callout = isInclude ? calloutInclude(args) : undefined;
  if (callout !== undefined) return callout;
  const retained = embed?.isLink ? "link" : pairedTags.has(name) ? "text" : "nothing";
  if (!embed || embed.isLink)
    warn(line, describeLost("The Liquid tag", found, retained), `${isInclude ? args.positional[0] : name} ${retained}`);
  return embed?.markdown ?? "";
}

/** Includes of themes such as `note.html content="…"` and `alert.html type="warning" text="…"`. */
function calloutInclude({ named, positional }: ShortcodeArguments): string | undefined {
  const content = named.get("content") ?? named.get("text");
  const name = positional[0]?.replace(/\.html$/, "").replace(/^.*\//, "");
  if (content === undefined || name === undefined) return undefined;
  const kind = calloutKindOf(name, named.get("type") ?? "");
  return kind === undefined ? undefined : `> [!${kind.toUpperCase()}]\n> ${content.replace(/\s+/g, " ")}`;
}

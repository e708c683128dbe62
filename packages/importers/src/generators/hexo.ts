import { escapeHtml } from "../escape-html.ts";
import { imageMarkdown, readArguments } from "./embeds.ts";
import { codeMarkdown, type GeneratorContext, isInText, replaceBlocks, replaceInText } from "./text-parts.ts";

/** Characters of the arguments of a tag. */
const maxArgumentsLength = 2000;
const openTag = (names: string) =>
  new RegExp(String.raw`\{%-?[ \t]*(?:${names})(?=[\s%])((?:(?!%\}|\{%)[^\n])*)%\}`, "g");
const endTag = (names: string) => new RegExp(String.raw`\{%-?\s*end(?:${names})\s*-?%\}`, "g");
const inlineTag =
  /\{%-?[ \t]*(img|asset_img|asset_path|asset_link|post_path|post_link|link|jsfiddle|iframe)(?=[\s%])((?:(?!%\}|\{%)[^\n])*)%\}/g;

/** Whether the text has tags that only Hexo has. */
export function isHexo(markdown: string): boolean {
  return isInText(
    markdown,
    /\{%-?\s*(?:codeblock|code|blockquote|quote|pullquote|asset_\w+|post_link|post_path|img|jsfiddle|iframe)[\s%]/,
  );
}

/** Converts Hexo's own tags. Others are left for Liquid. Source: Hexo, "Tag Plugins". */
export function adaptHexo(markdown: string, context: GeneratorContext): string {
  let adapted = replaceBlocks(markdown, openTag("codeblock|code"), endTag("codeblock|code"), (block) =>
    codeMarkdown(block, /(?:^|\s)lang:(\S+)/.exec(argumentsOf(block.opening[1]))?.[1] ?? ""),
  );
  adapted = replaceBlocks(adapted, openTag("blockquote|quote"), endTag("blockquote|quote"), ({ inner, opening }) =>
    quoteMarkdown(inner, sourceMarkdown(argumentsOf(opening[1]))),
  );
  adapted = replaceBlocks(adapted, openTag("pullquote"), endTag("pullquote"), ({ inner }) => quoteMarkdown(inner, ""));
  return replaceInText(adapted, inlineTag, ([found, name = "", words = ""], line) =>
    tagMarkdown(name, argumentsOf(words), found, line, context),
  );
}

function argumentsOf(words = ""): string {
  return words.slice(0, maxArgumentsLength).trim().replace(/\s?-$/, "");
}

/** A quote of as many lines as the tags and their content had. */
function quoteMarkdown(inner: string, source: string): string {
  const lines = inner.trim().split("\n");
  return [...lines, ...(source === "" ? [] : ["", source])].map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** The source of a quote: `author[, title] [link [title of the link]]`. */
function sourceMarkdown(words: string): string {
  const [, name = "", url = "", title = ""] = /^(.*?)(?:\s*(https?:\/\/\S+)(?:\s+(.*))?)?$/.exec(words) ?? [];
  const link = url === "" ? "" : `[${title || url}](<${url}>)`;
  const parts = [name.trim(), link].filter((part) => part !== "");
  return parts.length === 0 ? "" : `— ${parts.join(", ")}`;
}

function tagMarkdown(name: string, words: string, found: string, line: number, context: GeneratorContext): string {
  const args = readArguments(words);
  const [first = "", ...others] = args.positional;
  switch (name) {
    case "img":
    case "asset_img":
      return imageTag(name, words) ?? found;
    case "asset_path":
      return first;
    case "asset_link":
      return `[${others[0] ?? first}](<${first}>)`;
    case "post_path":
      return context.findPost(first) ?? first;
    case "post_link": {
      const path = context.findPost(first);
      const text = others.filter((word) => !/^(?:true|false)$/.test(word)).join(" ") || first;
      return path === undefined ? text : `[${text}](<${path}>)`;
    }
    case "link": {
      const at = args.positional.findIndex((word) => /^https?:\/\//i.test(word));
      // Jekyll's tag of this name has the path of a file.
      if (at < 1) return found;
      return `[${args.positional.slice(0, at).join(" ")}](<${args.positional[at]}>)`;
    }
    case "jsfiddle":
      context.warn(line, `The fiddle "${first.slice(0, 80)}" is imported as a link.`);
      return first === "" ? "" : `<https://jsfiddle.net/${first.replace(/[<>\s]/g, "")}/>`;
    case "iframe":
      return /^https?:\/\//i.test(first) ? `<iframe src="${escapeHtml(first)}"></iframe>` : "";
    default:
      return found;
  }
}

/** `[class …] path [width] [height] ["title" "alternative text"]` */
function imageTag(name: string, words: string): string | undefined {
  const quoted = [...words.matchAll(/'"([^"]*)" "([^"]*)"'|"([^"]*)"|'([^']*)'/g)].flatMap(([, title, alt, a, b]) =>
    title === undefined ? [a ?? b ?? ""] : [title, alt ?? ""],
  );
  const bare = words
    .replace(/'"[^"]*" "[^"]*"'|"[^"]*"|'[^']*'/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  const at = bare.findIndex((word) => /[/.]/.test(word));
  const src = bare[at] ?? (name === "asset_img" ? quoted.shift() : undefined);
  if (src === undefined) return undefined;
  const rest = bare.slice(at + 1).filter((word) => !/^\d+$/.test(word));
  const [title = rest.join(" "), alt = ""] = quoted;
  return imageMarkdown(
    src,
    new Map([
      ["title", title],
      ["alt", alt],
    ]),
  );
}

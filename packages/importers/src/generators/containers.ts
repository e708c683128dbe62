import type { CalloutKind } from "@porchlight/contract/blog/rich-content/callouts";
import { readArguments } from "./embeds.ts";
import { describeLost, fenceStart, type GeneratorContext } from "./text-parts.ts";

/** Deeper containers are imported without their frame. */
const maxDepth = 6;

/** A container whose marks are lines of their own. */
interface Container {
  isEnd(line: string): boolean;
  /** Before each line within it: the mark of a quote for callouts. */
  prefix: string;
  /** Lines in place of the marks. */
  start: readonly string[];
  end: readonly string[];
  /** White space that is removed from its lines. */
  indent: number;
}

const calloutKinds: Readonly<Record<string, CalloutKind>> = {
  note: "note",
  info: "note",
  abstract: "note",
  secondary: "note",
  important: "note",
  attention: "note",
  tip: "tip",
  success: "tip",
  hint: "tip",
  warning: "warning",
  warn: "warning",
  caution: "caution",
  danger: "caution",
  error: "caution",
};
const calloutNames = new Set(["callout", "admonition", "aside", "alert", "notice", "box"]);
const detailsNames = new Set(["details", "expand", "collapse", "accordion", "spoiler", "collapsible"]);
const tabNames = new Set(["tab", "tabitem", "tabpanel", "step"]);
/** Frames of several tabs. */
const groupNames = new Set(["tabs", "tabpane", "tabgroup", "steps", "code-group", "codegroup"]);

/**
 * `:::note Title`, `:::note[Title]`, `::: details Title {open}`. Source: Docusaurus, "Admonitions"; VitePress,
 * "Markdown Extensions"; Starlight, "Asides".
 */
const directive = /^([ \t]*)(:{3,})[ \t]*([a-z][\w-]*)[ \t]*(?:\[([^\]\n]*)\])?([^\n]*)$/i;
/** A component whose tag is a line of its own. */
const component = /^([ \t]*)<([A-Z]\w*)((?:\s(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^<>"'{}])*)?)>[ \t]*$/;
/** A shortcode that is a line of its own. */
const shortcode = /^([ \t]*)\{\{[<%]\s*([\w-]+)((?:"[^"]*"|`[^`]*`|[^"`<>{}])*)[>%]\}\}[ \t]*$/;
const shortcodeEnds = /\{\{[<%]\s*\/\s*([\w-]+)\s*[>%]\}\}/g;

/** Whether a text may have containers. */
export function hasContainers(markdown: string, isMdx: boolean): boolean {
  return (
    /^[ \t]*:{3,}[ \t]*[a-z]/im.test(markdown) ||
    /\{\{[<%]/.test(markdown) ||
    (isMdx && /^[ \t]*<[A-Z]/m.test(markdown))
  );
}

/**
 * Converts callouts, collapsible parts and tabs of Docusaurus, VitePress, Starlight and Hugo's themes, in one pass over
 * the lines. Callouts become GitHub's; the contents of tabs follow each other, below their labels.
 */
export function adaptContainers(markdown: string, context: GeneratorContext): string {
  const closed = new Set([...markdown.matchAll(shortcodeEnds)].map(([, name]) => name));
  const open: Container[] = [];
  const result: string[] = [];
  let fence = "";
  const push = (lines: readonly string[]) => {
    const prefix = open.map((one) => one.prefix).join("");
    for (const line of lines) result.push(prefix === "" ? line : `${prefix}${line}`.trimEnd());
  };
  for (const [index, line] of markdown.split("\n").entries()) {
    const isCode = fence !== "";
    if (isCode) {
      const end = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? "";
      if (end[0] === fence[0] && end.length >= fence.length) fence = "";
    } else fence = fenceStart.exec(line)?.[1] ?? "";
    const isMark = !isCode && fence === "";
    const opened = isMark && open.length < maxDepth ? openerOf(line, index + 1, closed, context) : undefined;
    if (opened) {
      open.push(opened);
      push(opened.start);
    } else if (isMark && open.at(-1)?.isEnd(line)) push(open.pop()?.end ?? []);
    else {
      const indent = open.at(-1)?.indent ?? 0;
      push([indent === 0 ? line : line.replace(new RegExp(`^[ \\t]{0,${indent}}`), "")]);
    }
  }
  return result.join("\n");
}

function openerOf(
  line: string,
  number: number,
  closed: ReadonlySet<string | undefined>,
  { isMdx, warn }: GeneratorContext,
): Container | undefined {
  const [, , colons = "", type = "", label, rest = ""] = directive.exec(line) ?? [];
  if (colons !== "") {
    const title =
      label ??
      rest
        .replace(/\{[^}]*\}/, "")
        .trim()
        .replace(/^title="([^"]*)"$/, "$1");
    const isEnd = (other: string) => other.trim() === colons;
    return containerOf(type, type, title, { isEnd, indent: 0 }, (kind) => warn(number, kind, `:::${type}`));
  }
  const [, space = "", name = "", words = ""] = (isMdx && component.exec(line)) || [];
  if (name !== "" && !words.endsWith("/")) {
    const { named } = readArguments(words.replaceAll(/[{}]/g, ""));
    const title = named.get("title") ?? named.get("label") ?? named.get("summary") ?? named.get("value") ?? "";
    const isEnd = (other: string) => other.trim() === `</${name}>`;
    return containerOf(
      name,
      named.get("type") ?? named.get("variant") ?? "",
      title,
      { isEnd, indent: space.length + 2 },
      (kind) => warn(number, kind, `<${name}>`),
    );
  }
  const [, , code = "", given = ""] = shortcode.exec(line) ?? [];
  if (code === "" || !closed.has(code)) return undefined;
  const { named, positional } = readArguments(given);
  const isNamed = calloutNames.has(code.toLowerCase());
  const kind = named.get("type") ?? named.get("kind") ?? named.get("style") ?? (isNamed ? positional[0] : code) ?? "";
  const title =
    ["title", "summary", "name", "header", "label"].flatMap((key) => named.get(key) ?? [])[0] ??
    positional[isNamed ? 1 : 0] ??
    "";
  const end = new RegExp(String.raw`^[ \t]*\{\{[<%]\s*/\s*${code}\s*[>%]\}\}[ \t]*$`);
  return containerOf(code, kind, title, { isEnd: (other) => end.test(other), indent: 0 }, (reason) =>
    warn(number, reason, code),
  );
}

/** The kind of a callout by its name, such as `warning`, or by its type if the name is that of all callouts. */
export function calloutKindOf(name: string, type: string): CalloutKind | undefined {
  const plain = name.toLowerCase();
  if (Object.hasOwn(calloutKinds, plain)) return calloutKinds[plain];
  return calloutNames.has(plain) ? (calloutKinds[type.toLowerCase()] ?? "note") : undefined;
}

function containerOf(
  name: string,
  kindName: string,
  title: string,
  { isEnd, indent }: Pick<Container, "isEnd" | "indent">,
  warn: (reason: string) => void,
): Container | undefined {
  const plain = name.toLowerCase();
  const kind = calloutKindOf(name, kindName);
  const text = title.replace(/[\\*_[\]<>`]/g, "\\$&");
  if (kind !== undefined) {
    const head = text === "" ? [] : [`**${text}**`, ""];
    return {
      isEnd,
      indent,
      prefix: "> ",
      start: [`[!${kind.toUpperCase()}]`, ...head],
      end: head.length === 0 ? [""] : [],
    };
  }
  if (detailsNames.has(plain))
    return {
      isEnd,
      indent,
      prefix: "",
      start: [`<details><summary>${text || "Details"}</summary>`, ""],
      end: ["", "</details>"],
    };
  if (tabNames.has(plain))
    return { isEnd, indent, prefix: "", start: text === "" ? [""] : [`**${text}**`, ""], end: [""] };
  if (!groupNames.has(plain)) return undefined;
  warn(describeLost("The container", name, "order"));
  return { isEnd, indent, prefix: "", start: [""], end: [""] };
}

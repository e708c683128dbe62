import {
  contentSwallowingElements,
  formattingElements,
  isElementName,
  selfClosingSiblings,
  voidElements,
} from "./html-elements.ts";

/** Deeper tags are removed. */
const maxOpenElements = 100;
/** A parser reopens these in every following block, which takes unbounded time for many of them. */
const maxOpenFormattingElements = 8;

/** Comment that ends the summary of a post. It becomes an element of this name. */
export const summaryEndElement = "x-summary-end";

export interface RawHtmlCleaner {
  /**
   * Cleans a fragment of HTML in Markdown so that a parser can read it together with its surroundings: scripts, styles
   * and comments are removed, and everything that is not a tag becomes text.
   */
  clean(html: string, line: number): string;
  /** Whether tags nest too deeply; use {@link removeTags} then. */
  readonly tooDeep: boolean;
}

export function createRawHtmlCleaner(warn: (line: number, reason: string) => void): RawHtmlCleaner {
  let openElements = 0;
  let openFormattingElements = 0;
  let tooDeep = false;
  const openByName = new Map<string, number>();

  function countTag(name: string, closes: boolean) {
    if (voidElements.has(name) || selfClosingSiblings.has(name)) return;
    const open = openByName.get(name) ?? 0;
    if (closes && open === 0) return;
    const step = closes ? -1 : 1;
    openByName.set(name, open + step);
    openElements += step;
    if (formattingElements.has(name)) openFormattingElements += step;
    if (openElements > maxOpenElements || openFormattingElements > maxOpenFormattingElements) tooDeep = true;
  }

  /** SVG and MathML have their own element names. */
  function isInForeignContent(): boolean {
    return (openByName.get("svg") ?? 0) > 0 || (openByName.get("math") ?? 0) > 0;
  }

  function clean(html: string, line: number): string {
    let result = "";
    let from = 0;
    let countedTo = 0;
    let countedLine = line;
    const lineAt = (offset: number) => {
      for (; countedTo < offset; countedTo += 1) if (html.charCodeAt(countedTo) === 10) countedLine += 1;
      return countedLine;
    };
    while (from < html.length) {
      const start = html.indexOf("<", from);
      if (start === -1) return result + html.slice(from);
      result += html.slice(from, start);
      if (html[start + 1] === "!" || html[start + 1] === "?") {
        const passed = endOfDeclaration(html, start);
        if (/^<!--\s*more(?:\s[^<>]{0,500})?-->$/i.test(html.slice(start, passed))) {
          result += `<${summaryEndElement}></${summaryEndElement}>`;
        }
        if (passed === undefined) warn(lineAt(start), "A comment is not closed; the text after it is left out.");
        from = passed ?? html.length;
        result += lineFeedsOf(html, start, from);
        continue;
      }
      const tag = readTag(html, start);
      if (tag === "unfinished") return `${result}${html.slice(start).replaceAll("<", "&lt;")}`;
      if (tag === undefined) {
        result += "&lt;";
        from = start + 1;
        continue;
      }
      const name = tag.name.toLowerCase();
      from = tag.end;
      if (!isElementName(name) && !isInForeignContent()) {
        result += `&lt;${html.slice(start + 1, tag.end)}`;
        if (!tag.closes) warn(lineAt(start), `<${tag.name}> is not an HTML element; it is imported as text.`);
      } else if (name === "script" || name === "style") {
        if (!tag.closes) {
          warn(lineAt(start), `<${name}> is not supported.`);
          from = endOfRawText(html, tag.end, name);
          result += lineFeedsOf(html, start, from);
        }
      } else if (contentSwallowingElements.has(name)) {
        countTag(`x-${name}`, tag.closes);
        result += `<${tag.closes ? "/" : ""}x-${name}${html.slice(tag.endOfName, tag.end)}`;
      } else {
        countTag(name, tag.closes);
        result += html.slice(start, tag.end);
      }
    }
    return result;
  }

  return {
    clean,
    get tooDeep() {
      return tooDeep;
    },
  };
}

/** Preserves the line numbers of what follows. */
function lineFeedsOf(html: string, from: number, to: number): string {
  return html.slice(from, to).replace(/[^\n]+/g, "");
}

/** The text of cleaned HTML, still escaped. */
export function removeTags(cleanedHtml: string): string {
  let result = "";
  let from = 0;
  for (;;) {
    const start = cleanedHtml.indexOf("<", from);
    if (start === -1) return result + cleanedHtml.slice(from);
    result += cleanedHtml.slice(from, start);
    const tag = readTag(cleanedHtml, start);
    if (tag === undefined || tag === "unfinished") return result;
    from = tag.end;
  }
}

/**
 * End of the comment, declaration, CDATA section or instruction that starts at `start`; undefined if it is not closed.
 */
function endOfDeclaration(html: string, start: number): number | undefined {
  const close = html.startsWith("<!--", start) ? "-->" : html.startsWith("<![CDATA[", start) ? "]]>" : ">";
  const end = html.indexOf(close, start + 2);
  return end === -1 ? undefined : end + close.length;
}

interface Tag {
  name: string;
  closes: boolean;
  endOfName: number;
  end: number;
}

const tagName = /[a-zA-Z][^\s/><"'=]*/y;

/** The tag at `start`; `"unfinished"` if the text ends within it; undefined if it is not a tag. */
function readTag(html: string, start: number): Tag | "unfinished" | undefined {
  const closes = html[start + 1] === "/";
  tagName.lastIndex = start + (closes ? 2 : 1);
  const name = tagName.exec(html)?.[0];
  if (name === undefined) return undefined;
  const endOfName = tagName.lastIndex;
  let quote = "";
  let previous = "";
  for (let index = endOfName; index < html.length; index += 1) {
    const character = html[index] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") {
      return { name, closes, endOfName, end: index + 1 };
    } else if (previous === "=" && (character === '"' || character === "'")) {
      // A quote starts a value only after `=`; elsewhere it is a typo and must not swallow the text.
      quote = character;
    }
    if (character.trim() !== "") previous = character;
  }
  return "unfinished";
}

function endOfRawText(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}\\s*>`, "gi");
  close.lastIndex = from;
  return close.test(html) ? close.lastIndex : html.length;
}

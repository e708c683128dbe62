import { escapeHtml } from "../escape-html.ts";

type Table = Record<string, unknown>;

/** Levels of nodes that are converted; real documents have fewer than ten. */
const maxDepth = 60;

/**
 * HTML of a document of Ghost's editors, for posts that are exported without HTML. `unknown` contains the names of
 * unsupported cards.
 */
export interface EditorHtml {
  html: string;
  unknown: Set<string>;
}

/** Bits of a text's format. Source: Lexical, "TextNode". */
const formats: readonly [number, string][] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
];

/** Source: Ghost, "Lexical". */
export function lexicalToHtml(source: string): EditorHtml {
  const unknown = new Set<string>();
  const inner = (node: Table, depth: number) =>
    depth > maxDepth
      ? ""
      : listOf(node.children)
          .map((child) => write(asTable(child), depth + 1))
          .join("");

  function write(node: Table, depth: number): string {
    const children = () => inner(node, depth);
    switch (node.type) {
      case "root":
        return children();
      case "paragraph":
        return `<p>${children()}</p>`;
      case "heading":
      case "extended-heading":
        return wrap(/^h[1-6]$/.test(textOf(node.tag)) ? textOf(node.tag) : "h2", children());
      case "quote":
      case "extended-quote":
      case "aside":
        return wrap("blockquote", children());
      case "list":
        return wrap(node.listType === "number" ? "ol" : "ul", children());
      case "listitem":
        return wrap("li", children());
      case "link":
        return `<a href="${escapeHtml(textOf(node.url))}">${children()}</a>`;
      case "linebreak":
        return "<br>";
      case "tab":
        return " ";
      case "text":
      case "extended-text":
        return formats.reduce(
          (html, [bit, tag]) => ((Number(node.format) & bit) === bit ? wrap(tag, html) : html),
          escapeHtml(textOf(node.text)),
        );
      default:
        return card(textOf(node.type), node, unknown) ?? children();
    }
  }
  return { html: write(asTable(asTable(parse(source)).root), 0), unknown };
}

/** Source: Mobiledoc 0.3. */
export function mobiledocToHtml(source: string): EditorHtml {
  const unknown = new Set<string>();
  const document = asTable(parse(source));
  const cards = listOf(document.cards).map((entry) => listOf(entry));
  const markups = listOf(document.markups).map((entry) => listOf(entry));

  function line(markers: unknown): string {
    let html = "";
    const open: string[] = [];
    for (const marker of listOf(markers)) {
      const [kind, opened, closed, value] = listOf(marker);
      for (const index of listOf(opened)) {
        const [tag, attributes] = markups[Number(index)] ?? [];
        const name = /^(?:a|b|strong|i|em|s|u|sub|sup|code|del|mark)$/.test(textOf(tag)) ? textOf(tag) : "span";
        const pairs = listOf(attributes);
        const href = name === "a" && pairs[0] === "href" ? ` href="${escapeHtml(textOf(pairs[1]))}"` : "";
        html += `<${name}${href}>`;
        open.push(name);
      }
      html += kind === 0 ? escapeHtml(textOf(value)) : "<br>";
      for (let count = Math.min(Number(closed) || 0, open.length); count > 0; count -= 1) html += `</${open.pop()}>`;
    }
    return (
      html +
      open
        .reverse()
        .map((name) => `</${name}>`)
        .join("")
    );
  }

  const html = listOf(document.sections).map((entry) => {
    const [kind, second, third] = listOf(entry);
    if (kind === 1)
      return wrap(/^(?:p|h[1-6]|blockquote|aside)$/.test(textOf(second)) ? textOf(second) : "p", line(third));
    if (kind === 2) return `<img src="${escapeHtml(textOf(second))}">`;
    if (kind === 3)
      return wrap(
        second === "ol" ? "ol" : "ul",
        listOf(third)
          .map((item) => wrap("li", line(item)))
          .join(""),
      );
    const [name, payload] = cards[Number(second)] ?? [];
    return kind === 10 ? (card(textOf(name), asTable(payload), unknown) ?? "") : "";
  });
  return { html: html.join("\n"), unknown };
}

function card(type: string, node: Table, unknown: Set<string>): string | undefined {
  switch (type) {
    case "image": {
      const image = `<img src="${escapeHtml(textOf(node.src))}" alt="${escapeHtml(textOf(node.alt))}">`;
      return `<figure>${image}${captionOf(node)}</figure>`;
    }
    case "gallery": {
      const images = listOf(node.images).map(asTable);
      const items = images.map(
        (one) => `<img src="${escapeHtml(textOf(one.src))}" alt="${escapeHtml(textOf(one.alt))}">`,
      );
      return `<figure class="kg-gallery-card">${items.join("")}${captionOf(node)}</figure>`;
    }
    case "html":
    case "embed":
    case "markdown":
    case "card-markdown":
      if (type.endsWith("markdown")) unknown.add("markdown");
      return textOf(node.html) || paragraphs(textOf(node.markdown) || textOf(node.url));
    case "codeblock":
    case "code": {
      const language = textOf(node.language).replace(/[^\w+#-]/g, "");
      return `<pre><code${language === "" ? "" : ` class="language-${language}"`}>${escapeHtml(textOf(node.code))}</code></pre>`;
    }
    case "horizontalrule":
    case "hr":
      return "<hr>";
    case "bookmark": {
      const url = textOf(node.url);
      const title = textOf(asTable(node.metadata).title);
      const name = `<div class="kg-bookmark-title">${escapeHtml(title || url)}</div>`;
      const about = escapeHtml(textOf(asTable(node.metadata).description));
      const link = `<a href="${escapeHtml(url)}">${name}<div class="kg-bookmark-description">${about}</div></a>`;
      return `<figure class="kg-bookmark-card">${link}${captionOf(node)}</figure>`;
    }
    case "video":
    case "audio":
      return `<${type} src="${escapeHtml(textOf(node.src))}"></${type}>`;
    case "callout":
      return `<div class="kg-callout-card"><div class="kg-callout-text">${textOf(node.calloutText)}</div></div>`;
    case "toggle":
      return `<details><summary>${textOf(node.heading)}</summary>${textOf(node.content)}</details>`;
    case "button":
      return `<div class="kg-button-card"><a href="${escapeHtml(textOf(node.buttonUrl))}">${escapeHtml(textOf(node.buttonText))}</a></div>`;
    case "file": {
      const name = escapeHtml(textOf(node.fileTitle) || textOf(node.fileName));
      return `<div class="kg-file-card"><a href="${escapeHtml(textOf(node.src))}">${name}</a></div>`;
    }
    case "paywall":
      return "";
    default:
      if (type !== "") unknown.add(type);
      return undefined;
  }
}

function captionOf({ caption }: Table): string {
  return textOf(caption) === "" ? "" : `<figcaption>${textOf(caption)}</figcaption>`;
}

function paragraphs(text: string): string {
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== "");
  return parts.map((part) => wrap("p", escapeHtml(part))).join("");
}

const wrap = (tag: string, html: string) => `<${tag}>${html}</${tag}>`;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asTable = (value: unknown): Table => (typeof value === "object" && value !== null ? (value as Table) : {});

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return {};
  }
}

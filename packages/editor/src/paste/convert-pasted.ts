import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Stands for a line break until the HTML is parsed, which collapses white space. */
const lineBreak = "\u2028";

/** Elsewhere, `br` separates blocks. */
const textBlocks = "p, li, td, th, h1, h2, h3, h4, h5, h6, figcaption";

/** Options of {@link cleanPastedHtml}. */
export interface CleaningOptions {
  /** Uploads an image that is in the HTML, and returns the id of the upload. Absent: images are left out. */
  addImage: ((file: File) => string) | undefined;
  /** Called if images were left out. */
  onMissingImages(): void;
}

/**
 * Prepares HTML of the clipboard for the editor: line breaks are retained, and the lists of word processors, which are
 * paragraphs with a symbol in front, become lists. Nothing in it is run or loaded.
 */
export function cleanPastedHtml(html: string, options: CleaningOptions): string {
  // Text of the editor has line feeds for line breaks, and no others.
  if (html.includes("data-pm-slice")) return html.replaceAll("\n", lineBreak);
  // Styles and event handlers: the browser would report each one as a violation of the content security policy.
  const inert = html
    .replace(/<style\b[\s\S]*?<\/style>/gi, "")
    .replace(/<[^>]+>/g, (tag) => tag.replace(/([\s"'/])(style|on\w+)\s*=/gi, "$1 data-$2="));
  const page = new DOMParser().parseFromString(inert, "text/html");
  convertImages(page, options);
  collapseWhiteSpace(page);
  for (const element of page.querySelectorAll(`:is(${textBlocks}) br`))
    if (element.nextSibling) element.replaceWith(lineBreak);
  convertStyles(page);
  convertCheckboxes(page);
  lowerHeadings(page);
  if (/\bmso-|urn:schemas-microsoft-com/.test(html)) convertWordLists(page);
  for (const paragraph of page.querySelectorAll("p")) if (paragraph.textContent.trim() === "") paragraph.remove();
  for (const anchor of page.querySelectorAll('a[href^="#"]:not([data-anchor])'))
    anchor.replaceWith(...anchor.childNodes);
  return page.body.innerHTML;
}

/** Replaces the line breaks of {@link cleanPastedHtml}. */
export const restoreLineBreaks = (text: string): string => text.replaceAll(lineBreak, "\n");

/** Paragraphs of the editor retain white space, but that of HTML, such as the line breaks of Word, has no meaning. */
function collapseWhiteSpace(page: Document): void {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement, previousSibling, nextSibling } = text;
    if (parentElement?.closest("pre, textarea")) continue;
    const isBlock = parentElement?.matches(textBlocks) === true;
    let value = (text.nodeValue ?? "").replace(/[ \t\r\n\f]+/g, " ");
    if (isBlock && !previousSibling) value = value.trimStart();
    if (isBlock && !nextSibling) value = value.trimEnd();
    text.nodeValue = value;
  }
}

const styledTags: readonly [RegExp, string][] = [
  [/font-weight:\s*(?:bold|[6-9]00)/, "strong"],
  [/font-style:\s*italic/, "em"],
  [/text-decoration[^;]*line-through/, "s"],
  [/vertical-align:\s*super/, "sup"],
  [/vertical-align:\s*sub/, "sub"],
];

/** Programs such as Google Docs format text by styles. */
function convertStyles(page: Document): void {
  for (const span of page.querySelectorAll("span[data-style]")) {
    const style = span.getAttribute("data-style") ?? "";
    for (const [pattern, tag] of styledTags) {
      if (!pattern.test(style)) continue;
      const element = page.createElement(tag);
      element.append(...span.childNodes);
      span.append(element);
    }
  }
  for (const bold of page.querySelectorAll("b[data-style]"))
    if (/font-weight:\s*normal/.test(bold.getAttribute("data-style") ?? "")) bold.replaceWith(...bold.childNodes);
}

/** Images in the HTML itself are uploaded; those elsewhere are not loaded. */
function convertImages(page: Document, { addImage, onMissingImages }: CleaningOptions): void {
  for (const image of page.querySelectorAll("img")) {
    const file = fileOf(image.getAttribute("src") ?? "");
    if (file && addImage) {
      const block = page.createElement("div");
      block.dataset.type = "IMAGE";
      block.dataset.upload = addImage(file);
      (image.closest("p, h1, h2, h3, h4, h5, h6, a") ?? image).after(block);
    } else onMissingImages();
    image.remove();
  }
}

function fileOf(url: string): File | undefined {
  const [, type = "", subtype = "", data = ""] = /^data:(image\/([a-z]+));base64,([a-z\d+/=\s]+)$/i.exec(url) ?? [];
  if (data === "") return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new File([bytes], `image.${subtype === "jpeg" ? "jpg" : subtype}`, { type });
  } catch {
    return undefined;
  }
}

/** Lists whose items start with a checkbox, as those of GitHub do. */
function convertCheckboxes(page: Document): void {
  for (const box of page.querySelectorAll<HTMLInputElement>("li input[type=checkbox]")) {
    const item = box.closest("li")!;
    if (box.checked) item.dataset.checked = "true";
    const list = item.parentElement;
    if (list?.tagName === "UL") list.dataset.type = "CHECKBOX_LIST";
    box.remove();
  }
}

/** The title of the post is its only first-level heading. */
function lowerHeadings(page: Document): void {
  if (!page.querySelector("h1")) return;
  for (const heading of page.querySelectorAll("h1, h2, h3, h4, h5")) {
    const lower = page.createElement(`h${Number(heading.tagName[1]) + 1}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}

interface OpenList {
  list: Element;
  level: number;
}

/** Word marks the paragraphs of a list with `mso-list: l0 level1 lfo1`. */
function convertWordLists(page: Document): void {
  let open: OpenList[] = [];
  let previous: Element | null = null;
  for (const paragraph of page.querySelectorAll("p")) {
    const style = paragraph.getAttribute("data-style") ?? "";
    const level = Number(/mso-list:[^;]*\blevel(\d)/.exec(style)?.[1] ?? 0);
    if (level === 0) continue;
    const symbol = removeSymbol(paragraph);
    if (paragraph.previousElementSibling !== previous) open = [];
    while (open.length > 1 && open.at(-1)!.level > level) open.pop();
    let current = open.at(-1);
    if (!current || current.level < level) {
      const list = page.createElement(/^\(?[\da-z]{1,5}[.)]/i.test(symbol) ? "ol" : "ul");
      const parentItem = current?.list.lastElementChild;
      if (parentItem) parentItem.append(list);
      else paragraph.before(list);
      current = { list, level };
      open.push(current);
    }
    const item = page.createElement("li");
    item.append(paragraph);
    current.list.append(item);
    previous = open[0]!.list;
  }
}

/** Removes the number or bullet of a paragraph, which a list shows itself, and returns it. */
function removeSymbol(paragraph: Element): string {
  const symbol = [...paragraph.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("data-style") ?? ""),
  );
  symbol?.remove();
  return symbol?.textContent?.trim() ?? "";
}

/** Footnotes of Markdown are left as text: its HTML for them has links that lead nowhere in the editor. */
const withoutFootnotes = { disable: { null: ["gfmFootnoteCall", "gfmFootnoteDefinition"] } };

/** Converts Markdown of GitHub to HTML. HTML in it is text, and line breaks are retained. */
export function markdownToHtml(markdown: string): string {
  const html = micromark(markdown, {
    extensions: [gfm(), withoutFootnotes],
    htmlExtensions: [gfmHtml()],
  });
  const page = new DOMParser().parseFromString(html.replaceAll("\n</code></pre>", "</code></pre>"), "text/html");
  retainLineBreaks(page);
  return page.body.innerHTML;
}

/** A line feed of HTML is a space, that of a text is the start of a line. */
function retainLineBreaks(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.data.includes("\n") || text.data.trim() === "" || text.parentElement?.closest("pre")) continue;
    const lines = text.data.replace(/\n+$/, "").split("\n");
    text.replaceWith(...lines.flatMap((line, index) => (index === 0 ? [line] : [page.createElement("br"), line])));
  }
}

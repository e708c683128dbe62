import { type Decoration, inlineCodeFontFamily } from "@porchlight/contract/blog/rich-content/rich-content";
import { Mark, type MarkConfig, markInputRule } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Italic } from "@tiptap/extension-italic";
import { Strike } from "@tiptap/extension-strike";
import { Underline } from "@tiptap/extension-underline";
import { safeHref } from "./safe-href.ts";

/**
 * `data` is the decoration that the mark was read from, or that was chosen in the editor; `order` its place among the
 * decorations of the text, which nest in this order. Both are null for a mark created by a command.
 */
const decorationAttributes = () => ({
  data: { default: null, rendered: false },
  order: { default: null, rendered: false },
});

const color = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/i;
const colorOf = (value: unknown): string | undefined =>
  typeof value === "string" && color.test(value) ? value : undefined;

/** A decoration rendered as `tag`. */
function decoration(name: string, tag: string, config: Partial<MarkConfig> = {}): Mark {
  return Mark.create({
    name,
    addAttributes: decorationAttributes,
    parseHTML: () => (tag === "span" ? [] : [{ tag }]),
    renderHTML: () => [tag, { "data-decoration": name }, 0],
    ...config,
  });
}

const code: Decoration = { type: "FONT_FAMILY", fontFamilyData: { value: inlineCodeFontFamily } };
const isCode = (data: Decoration | null) => data?.fontFamilyData?.value === inlineCodeFontFamily;

const fontFamily = decoration("FONT_FAMILY", "code", {
  parseHTML: () => [{ tag: "code", attrs: { data: code } }],
  renderHTML: ({ mark }) => [isCode(mark.attrs.data) ? "code" : "span", {}, 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`(?!`))$/, type: this.type, getAttributes: { data: code } })];
  },
  addKeyboardShortcuts() {
    return { "Mod-e": () => this.editor.commands.toggleMark(this.name, { data: code }) };
  },
});

const link = decoration("LINK", "a", {
  inclusive: false,
  parseHTML: () => [
    {
      tag: "a[data-anchor]",
      getAttrs: ({ dataset: { anchor } }: HTMLElement) => ({ data: { type: "LINK", linkData: { link: { anchor } } } }),
    },
    {
      tag: "a[href]",
      getAttrs: (element: HTMLElement) => {
        const url = safeHref(element.getAttribute("href"));
        return url ? { data: { type: "LINK", linkData: { link: { url, target: "SELF" } } } } : false;
      },
    },
  ],
  renderHTML: ({ mark }) => {
    const data: Decoration | null = mark.attrs.data;
    const url = safeHref(data?.linkData?.link?.url);
    const anchor = data?.linkData?.link?.anchor;
    return ["a", { rel: "noopener", ...(url && { href: url }), ...(anchor && { "data-anchor": anchor }) }, 0];
  },
});

const coloring = decoration("COLOR", "span", {
  renderHTML: ({ mark }) => {
    const data: Decoration | null = mark.attrs.data;
    const { foreground, background } = data?.colorData ?? {};
    const styles = [colorOf(foreground) && `color: ${foreground}`, colorOf(background) && `background: ${background}`];
    return ["span", { style: styles.filter(Boolean).join("; ") }, 0];
  },
});

/** The decorations of rich content, in the order in which new ones nest. */
export const markExtensions = [
  link,
  Bold.extend({ name: "BOLD", addAttributes: decorationAttributes }),
  Italic.extend({ name: "ITALIC", addAttributes: decorationAttributes }),
  Underline.extend({ name: "UNDERLINE", addAttributes: decorationAttributes }),
  Strike.extend({ name: "STRIKETHROUGH", addAttributes: decorationAttributes }),
  decoration("SUPERSCRIPT", "sup"),
  decoration("SUBSCRIPT", "sub"),
  fontFamily,
  coloring,
  ...["ANCHOR", "MENTION", "SPOILER", "FONT_SIZE", "SKETCH"].map((name) => decoration(name, "span")),
  // A decoration of an unknown type, or a second one of the same type.
  decoration("unknownDecoration", "span", { excludes: "" }),
  // One per TEXT node: its id, and the border to the next one.
  Mark.create({
    name: "textNode",
    addAttributes: () => ({ source: { default: null, rendered: false }, key: { default: null, rendered: false } }),
    renderHTML: () => ["span", 0],
  }),
];

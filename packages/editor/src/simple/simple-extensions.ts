import { Extension, type Extensions, Mark, Node } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { UndoRedo } from "@tiptap/extensions";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { safeHref } from "../schema/safe-href.ts";

/** A link as in rich content, so that both editors have the same dialog. */
const link = Mark.create({
  name: "LINK",
  inclusive: false,
  addAttributes: () => ({ data: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => {
        const url = safeHref(element.getAttribute("href"));
        return url !== undefined && { data: { type: "LINK", linkData: { link: { url } } } };
      },
    },
  ],
  renderHTML: ({ mark }) => ["a", { href: safeHref(mark.attrs.data?.linkData?.link?.url) }, 0],
});

const hardBreak = Node.create({
  name: "hardBreak",
  group: "inline",
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: "br" }],
  renderHTML: () => ["br"],
  renderText: () => "\n",
  addKeyboardShortcuts() {
    return { "Shift-Enter": () => this.editor.commands.insertContent({ type: "hardBreak" }) };
  },
});

/** Sets variables apart from the text around them. */
const variableMarks = Extension.create({
  name: "variableMarks",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const found: Decoration[] = [];
          doc.descendants(({ text = "" }, position) => {
            for (const { index, 0: variable } of text.matchAll(/\{\s*\w+\s*\}/g))
              found.push(
                Decoration.inline(position + index, position + index + variable.length, { class: "editor-variable" }),
              );
          });
          return DecorationSet.create(doc, found);
        },
      },
    }),
  ],
});

/** Paragraphs, lists, links, bold and italic text. */
export const simpleExtensions: Extensions = [
  Node.create({ name: "doc", topNode: true, content: "block+" }),
  Node.create({ name: "text", group: "inline" }),
  Paragraph,
  Bold,
  Italic,
  BulletList,
  OrderedList,
  ListItem,
  hardBreak,
  link,
  UndoRedo,
  variableMarks,
];

import { Extension, type Extensions } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from "@tiptap/extensions";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { BlockView, CodeView } from "./blocks/block-view.tsx";
import { listItemView } from "./blocks/list-item-view.ts";
import { schemaExtensions } from "./schema/schema.ts";
import { type SlashMenuStore, slashMenu } from "./slash-menu/slash-menu.ts";

/** Nodes that are edited as text with markup, without a view of their own. */
const textual = new Set([
  "doc",
  "text",
  "PARAGRAPH",
  "HEADING",
  "BLOCKQUOTE",
  "BULLETED_LIST",
  "ORDERED_LIST",
  "CHECKBOX_LIST",
  "TABLE",
  "TABLE_ROW",
  "TABLE_CELL",
  "CAPTION",
  "opaqueInline",
]);
/** Parts and containers whose content is edited in place. */
const containers = /^(?:COLLAPSIBLE_|LAYOUT|CARD|SMART_BLOCK)/;

const blockView = ReactNodeViewRenderer(BlockView);

/** All extensions of the editor. */
export function editorExtensions(placeholder: string, menu: SlashMenuStore): Extensions {
  const nodes = schemaExtensions.map((extension) => {
    const { name, type } = extension;
    if (type !== "node" || textual.has(name) || containers.test(name)) return extension;
    if (name === "LIST_ITEM") return extension.extend({ addNodeView: () => listItemView } as never);
    const view = name === "CODE_BLOCK" ? ReactNodeViewRenderer(CodeView) : blockView;
    return extension.extend({ addNodeView: () => view } as never);
  });
  return [
    ...nodes,
    UndoRedo,
    Dropcursor,
    Gapcursor,
    fillers,
    Placeholder.configure({ placeholder }),
    hardBreak,
    slashMenu(menu),
  ];
}

/** A line break is a line feed in the text. */
const hardBreak = Extension.create({
  name: "hardBreak",
  addKeyboardShortcuts() {
    return { "Shift-Enter": () => this.editor.commands.insertContent({ type: "text", text: "\n" }) };
  },
});

/**
 * Adds a paragraph at the end, so that a document that ends in another block can be continued. It is a filler: it is
 * saved only once it has text, which makes it an ordinary paragraph.
 */
const fillers = Extension.create({
  name: "fillers",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction(_transactions, _before, { doc, tr, schema }): Transaction | null {
          doc.descendants((node, position) => {
            if (node.attrs.isFiller && node.childCount > 0) tr.setNodeAttribute(position, "isFiller", false);
          });
          const last = doc.lastChild;
          const paragraph = schema.nodes.PARAGRAPH!;
          if (last && last.type !== paragraph) tr.insert(doc.content.size, paragraph.create({ isFiller: true }));
          return tr.docChanged ? tr.setMeta("addToHistory", false) : null;
        },
      }),
    ];
  },
});

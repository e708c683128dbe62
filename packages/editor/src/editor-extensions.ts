import { Extension, type Extensions } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from "@tiptap/extensions";
import { AllSelection, Plugin, Selection, type Transaction } from "@tiptap/pm/state";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { BlockView, CodeView } from "./blocks/block-view.tsx";
import { listItemView } from "./blocks/list-item-view.ts";
import { type PasteOptions, pasteHandling } from "./paste/paste-handling.ts";
import { callouts } from "./schema/callouts.ts";
import { footnotes } from "./schema/footnotes.ts";
import { schemaExtensions } from "./schema/schema.ts";
import { type SlashMenuStore, slashMenu } from "./slash-menu/slash-menu.ts";
import { moveBlock } from "./toolbar/block-moves.ts";

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
  "opaqueFootnote",
]);
/** Parts and containers whose content is edited in place. */
const containers = /^(?:COLLAPSIBLE_|LAYOUT|CARD|SMART_BLOCK)/;

const blockView = ReactNodeViewRenderer(BlockView);

/** All extensions of the editor. */
export function editorExtensions(placeholder: string, menu: SlashMenuStore, paste: PasteOptions): Extensions {
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
    callouts,
    footnotes,
    Placeholder.configure({ placeholder }),
    keys,
    slashMenu(menu),
    pasteHandling(paste),
  ];
}

/** A line break, which is a line feed in the text, and keys that move the block of the cursor, as in Google Docs. */
const keys = Extension.create({
  name: "keys",
  addKeyboardShortcuts() {
    const move = (step: -1 | 1) => () => {
      moveBlock(step)(this.editor.state, this.editor.view.dispatch);
      return true;
    };
    return {
      "Shift-Enter": () => this.editor.commands.insertContent({ type: "text", text: "\n" }),
      "Alt-Shift-ArrowUp": move(-1),
      "Alt-Shift-ArrowDown": move(1),
    };
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
        appendTransaction(transactions, before, { doc, tr, schema, selection }): Transaction | null {
          doc.descendants((node, position) => {
            if (node.attrs.isFiller && node.childCount > 0) tr.setNodeAttribute(position, "isFiller", false);
          });
          const last = doc.lastChild;
          const paragraph = schema.nodes.PARAGRAPH!;
          if (last && last.type !== paragraph) tr.insert(doc.content.size, paragraph.create({ isFiller: true }));
          // An inserted block without text leaves everything selected, so that what is typed next would replace it.
          const isSelected = selection instanceof AllSelection && !(before.selection instanceof AllSelection);
          if (isSelected && transactions.some(({ docChanged }) => docChanged)) tr.setSelection(Selection.atEnd(tr.doc));
          return tr.docChanged || tr.selectionSet ? tr.setMeta("addToHistory", false) : null;
        },
      }),
    ];
  },
});

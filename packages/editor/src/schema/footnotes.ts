import {
  createBackLink,
  createFootnoteReference,
  type FootnoteLink,
  findFootnoteLink,
} from "@porchlight/contract/blog/rich-content/footnotes";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { Extension, InputRule } from "@tiptap/core";
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model";
import { type Command, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { createSource } from "./new-nodes.ts";

interface Reference extends FootnoteLink {
  node: RichContentNode;
  position: number;
}

interface Footnotes {
  /** In the order of the text. */
  references: readonly Reference[];
  /** The list of the footnotes. */
  list: { node: Node; position: number } | undefined;
}

const idOf = (node: Node): string => node.attrs.source?.id ?? "";
const newId = () => crypto.randomUUID().slice(0, 8);
const linkOf = (node: Node): FootnoteLink | undefined =>
  node.type.name === "opaqueFootnote" ? findFootnoteLink(node.attrs.node) : undefined;

/** The references of a document, and the first list with an item that one of them leads to. */
function findFootnotes(doc: Node): Footnotes {
  const references: Reference[] = [];
  doc.descendants((node, position) => {
    const link = linkOf(node);
    if (link && !link.isBackLink) references.push({ ...link, position, node: node.attrs.node });
  });
  const anchors = new Set(references.map(({ anchor }) => anchor));
  let list: Footnotes["list"];
  if (anchors.size > 0)
    doc.descendants((node, position) => {
      if (list || node.type.name !== "ORDERED_LIST") return !list;
      if (node.children.some((item) => anchors.has(idOf(item)))) list = { node, position };
      return !list;
    });
  return { references, list };
}

/** Whether a footnote has no text besides its link. */
const isEmptyFootnote = (item: Node): boolean =>
  item.textContent.trim() === "" && item.children.every(({ type }) => type.name === "PARAGRAPH");

const isFootnote = (item: Node): boolean => {
  let isFound = false;
  item.descendants((node) => {
    isFound ||= linkOf(node)?.isBackLink === true;
  });
  return isFound;
};

/** Where the cursor is placed in the footnote at `position`. */
const selectFootnote = ({ doc }: Transaction, position: number) => TextSelection.near(doc.resolve(position + 2));

/** Inserts a reference at the selection: to the footnote with this number, or to a new one, which gets the cursor. */
function addFootnote(tr: Transaction, number?: number): boolean {
  const { $from } = tr.selection;
  const { opaqueFootnote, ORDERED_LIST, LIST_ITEM, PARAGRAPH, DIVIDER } = tr.doc.type.schema.nodes;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code || footnoteAround($from)) return false;
  const { references, list } = findFootnotes(tr.doc);
  const existing = number === undefined ? undefined : list?.node.maybeChild(number - 1);
  const anchor = (existing && idOf(existing)) || newId();
  const target = blockId(tr, $from);
  tr.replaceSelectionWith(opaqueFootnote!.create({ node: createFootnoteReference(number ?? 1, anchor) }), false);
  if (existing && idOf(existing)) return true;

  const content = [tr.doc.type.schema.text(" "), opaqueFootnote!.create({ node: createBackLink(target) })];
  const source = { ...createSource("LIST_ITEM"), id: anchor };
  const item = LIST_ITEM!.create({ source }, PARAGRAPH!.create(null, content));
  if (list) {
    const before = new Set(references.filter(({ position }) => position < $from.pos).map(({ anchor: one }) => one));
    const index = list.node.children.filter((one) => before.has(idOf(one))).length;
    let position = tr.mapping.map(list.position) + 1;
    for (const one of list.node.children.slice(0, index)) position += one.nodeSize;
    tr.insert(position, item);
    tr.setSelection(selectFootnote(tr, position));
  } else {
    const filler = tr.doc.lastChild?.attrs.isFiller && tr.doc.childCount > 1 ? tr.doc.lastChild.nodeSize : 0;
    const position = tr.doc.content.size - filler;
    tr.insert(position, [DIVIDER!.create(), ORDERED_LIST!.create(null, item)]);
    tr.setSelection(selectFootnote(tr, position + 2));
  }
  tr.scrollIntoView();
  return true;
}

/** The id of the block of text at a position. A block without one gets one. */
function blockId(tr: Transaction, $position: ResolvedPos): string {
  const depth = $position.parent.type.name === "CAPTION" ? $position.depth - 1 : $position.depth;
  const node = $position.node(depth);
  const before = node.attrs.source ?? createSource(node.type.name);
  const id = before.id || newId();
  if (id !== before.id) tr.setNodeAttribute($position.before(depth), "source", { ...before, id });
  return id;
}

/** The footnote that contains a position, with the references to it. */
function footnoteAround($position: ResolvedPos): { node: Node; position: number; references: Reference[] } | undefined {
  for (let depth = $position.depth; depth > 0; depth--) {
    const node = $position.node(depth);
    if (node.type.name !== "LIST_ITEM" || !idOf(node)) continue;
    const references = findFootnotes($position.doc).references.filter(({ anchor }) => anchor === idOf(node));
    if (references.length > 0) return { node, position: $position.before(depth), references };
  }
  return undefined;
}

/** Inserts a new footnote. */
export const insertFootnote: Command = (state, dispatch) => {
  const { tr } = state;
  if (!addFootnote(tr)) return false;
  dispatch?.(tr);
  return true;
};

/** Returns from a footnote to its reference, or follows the selected link. */
export const followFootnote: Command = ({ doc, selection, tr }, dispatch) => {
  const link = selection instanceof NodeSelection ? linkOf(selection.node) : undefined;
  const footnote = footnoteAround(selection.$from);
  let target: number | undefined;
  if (link && !link.isBackLink)
    doc.descendants((node, position) => {
      if (node.type.name === "LIST_ITEM" && idOf(node) === link.anchor) target ??= position + 2;
    });
  else if (footnote) target = footnote.references[0]!.position + 1;
  if (target === undefined) return false;
  dispatch?.(tr.setSelection(TextSelection.near(doc.resolve(target))).scrollIntoView());
  return true;
};

/** At the start of a footnote: removes it with its references if it has no text, and otherwise changes nothing. */
const backspace: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty } = selection;
  const footnote = footnoteAround($from);
  if (!footnote || !empty || $from.pos !== footnote.position + 2) return false;
  if (!isEmptyFootnote(footnote.node)) return true;
  for (const { position } of footnote.references.toReversed()) tr.delete(position, position + 1);
  tr.setSelection(TextSelection.near(tr.doc.resolve(footnote.references[0]!.position)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Puts footnotes into the order of their references, numbers these, and removes empty footnotes without one. */
function renumber(tr: Transaction): void {
  const { references, list } = findFootnotes(tr.doc);
  if (!list) return;
  const order = [...new Set(references.map(({ anchor }) => anchor))];
  const orderOf = (item: Node) => (order.includes(idOf(item)) ? order.indexOf(idOf(item)) : order.length);
  const items = list.node.children.filter(
    (item) => orderOf(item) < order.length || !isFootnote(item) || !isEmptyFootnote(item),
  );
  if (items.every((item) => orderOf(item) < order.length || isFootnote(item)))
    items.sort((one, other) => orderOf(one) - orderOf(other));
  if (items.length !== list.node.childCount || items.some((item, index) => item !== list.node.child(index))) {
    const { position, node } = list;
    tr.replaceWith(position + 1, position + node.nodeSize - 1, Fragment.from(items));
  }
  const first: number = list.node.attrs.start ?? 1;
  for (const { anchor, position, node } of findFootnotes(tr.doc).references) {
    const index = items.findIndex((item) => idOf(item) === anchor);
    const text = String(first + index);
    if (index < 0 || node.textData?.text === text || !/^\d+$/.test(node.textData?.text ?? "")) continue;
    tr.setNodeAttribute(position, "node", { ...node, textData: { ...node.textData, text } });
  }
}

/** Keeps footnotes in the order of their references while a document is edited. */
export const footnoteNumbers = new Plugin({
  appendTransaction(transactions, _before, { tr }) {
    if (transactions.some(({ docChanged }) => docChanged)) renumber(tr);
    return tr.docChanged ? tr : null;
  },
});

/** Footnotes: their numbers, their keys, and `[^1]`. */
export const footnotes = Extension.create({
  name: "footnotes",
  priority: 200,
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch);
    return { Enter: run(followFootnote), Backspace: run(backspace) };
  },
  addInputRules: () => [
    new InputRule({
      find: /\[\^([^\]\s]{1,20})\]$/,
      handler({ state: { tr }, range, match }) {
        tr.delete(range.from, range.to);
        const number = Number(match[1]);
        return addFootnote(tr, Number.isInteger(number) && number > 0 ? number : undefined) ? undefined : null;
      },
    }),
  ],
  addProseMirrorPlugins: () => [footnoteNumbers],
});

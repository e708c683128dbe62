import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { type Command, EditorState, TextSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { followFootnote, footnoteNumbers, insertFootnote } from "../schema/footnotes.ts";
import { createSchema } from "../schema/schema.ts";
import { readDocument } from "./read-document.ts";
import { writeDocument } from "./write-document.ts";

const schema = createSchema();
const paragraph = (id: string, value: string): RichContentNode => ({
  ...{ type: "PARAGRAPH", id, paragraphData: {} },
  nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: value, decorations: [] } }],
});

/** A document that is edited step by step. */
function open(nodes: RichContentNode[]) {
  let state = EditorState.create({ doc: readDocument(schema, { nodes }), plugins: [footnoteNumbers] });
  const run = (command: Command) => {
    expect(command(state, (transaction) => (state = state.apply(transaction)))).toBe(true);
    state.doc.check();
  };
  return {
    run,
    select: (position: number) =>
      (state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position)))),
    type: (value: string) => (state = state.apply(state.tr.insertText(value))),
    delete: (from: number, to: number) => (state = state.apply(state.tr.delete(from, to))),
    content: () => writeDocument(state.doc),
    words: () => writeDocument(state.doc).map((node) => node.nodes.flatMap((child) => textsOf(child)).join("")),
  };
}
const textsOf = (node: RichContentNode): string[] =>
  node.type === "TEXT" ? [node.textData?.text ?? ""] : node.nodes.flatMap(textsOf);

describe("footnotes", () => {
  it("are numbered in the order of their references, and link to each other", () => {
    const editor = open([paragraph("a", "one two"), paragraph("b", "end")]);
    editor.select(8);
    editor.run(insertFootnote);
    editor.type("Second note");
    editor.run(followFootnote);
    editor.type("!");
    editor.select(4);
    editor.run(insertFootnote);
    editor.type("First note");
    expect(editor.words()).toEqual(["one1 two2!", "end", "", "First note ↩Second note ↩"]);
    const [first, , , list] = editor.content();
    const anchors = first!.nodes.map(({ textData }) => textData?.decorations?.[0]?.linkData?.link?.anchor);
    expect(anchors).toEqual([undefined, list!.nodes[0]!.id, undefined, list!.nodes[1]!.id, undefined]);
    expect(first!.nodes[1]!.textData?.decorations?.map(({ type }) => type)).toEqual(["LINK", "SUPERSCRIPT"]);
    expect(JSON.stringify(list!.nodes[0])).toContain('"anchor":"a"');
  });

  it("stay if their reference is deleted, unless they are empty", () => {
    const editor = open([paragraph("a", "one two")]);
    editor.select(8);
    editor.run(insertFootnote);
    editor.type("Note");
    editor.select(4);
    editor.run(insertFootnote);
    expect(editor.words()).toEqual(["one1 two2", "", " ↩Note ↩"]);
    editor.delete(4, 5);
    expect(editor.words()).toEqual(["one two1", "", "Note ↩"]);
    editor.delete(8, 9);
    expect(editor.words()).toEqual(["one two", "", "Note ↩"]);
  });

  it("are equal after a round trip", () => {
    const editor = open([paragraph("a", "one")]);
    editor.select(4);
    editor.run(insertFootnote);
    editor.type("Note");
    const nodes = editor.content();
    expect(writeDocument(readDocument(schema, { nodes }))).toEqual(nodes);
  });
});

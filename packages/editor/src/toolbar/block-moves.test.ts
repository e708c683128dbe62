import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { type Command, EditorState, TextSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { readDocument } from "../document/read-document.ts";
import { writeDocument } from "../document/write-document.ts";
import { createSchema } from "../schema/schema.ts";
import { deleteBlock, duplicateBlock, moveBlock } from "./block-moves.ts";

const schema = createSchema();
const paragraph = (id: string): RichContentNode => ({
  ...{ type: "PARAGRAPH", id, paragraphData: {} },
  nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: id, decorations: [] } }],
});
const list: RichContentNode = {
  ...{ type: "BULLETED_LIST", id: "list", bulletedListData: {} },
  nodes: [{ type: "LIST_ITEM", id: "item", nodes: [paragraph("c")] }],
};

/** Runs the command with the cursor in this text. Returns the ids of the blocks, and the text with the cursor. */
function run(cursorIn: string, command: Command) {
  let state = EditorState.create({ doc: readDocument(schema, { nodes: [paragraph("a"), paragraph("b"), list] }) });
  state.doc.descendants((node, position) => {
    if (node.text === cursorIn)
      state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position + 1)));
  });
  const isDone = command(state, (transaction) => (state = state.apply(transaction)));
  const blocks = writeDocument(state.doc).map(({ id }) => id);
  return { isDone, blocks, cursor: state.selection.$from.parent.textContent };
}

describe("the block with the cursor", () => {
  it("moves up and down as a whole, with the cursor", () => {
    expect(run("b", moveBlock(-1))).toEqual({ isDone: true, blocks: ["b", "a", "list"], cursor: "b" });
    expect(run("b", moveBlock(1))).toEqual({ isDone: true, blocks: ["a", "list", "b"], cursor: "b" });
    expect(run("c", moveBlock(-1))).toEqual({ isDone: true, blocks: ["a", "list", "b"], cursor: "c" });
  });

  it("stays at the ends of the document", () => {
    expect(run("a", moveBlock(-1)).isDone).toBe(false);
    expect(run("c", moveBlock(1)).isDone).toBe(false);
  });

  it("is duplicated with an id of its own, and deleted", () => {
    const { blocks } = run("c", duplicateBlock);
    expect([blocks.length, new Set(blocks).size]).toEqual([4, 4]);
    expect(run("b", deleteBlock).blocks).toEqual(["a", "list"]);
  });
});

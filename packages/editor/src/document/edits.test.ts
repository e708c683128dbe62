import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { splitBlock, toggleMark } from "@tiptap/pm/commands";
import { type Command, EditorState, TextSelection } from "@tiptap/pm/state";
import { addColumnAfter, addRowAfter, mergeCells } from "@tiptap/pm/tables";
import { describe, expect, it } from "vitest";
import { createSchema } from "../schema/schema.ts";
import { readDocument } from "./read-document.ts";
import { writeDocument } from "./write-document.ts";

const schema = createSchema();

const text = (value: string, ...decorations: object[]): RichContentNode =>
  ({ type: "TEXT", id: "", nodes: [], textData: { text: value, decorations } }) as RichContentNode;
const paragraph = (id: string, ...nodes: RichContentNode[]): RichContentNode => ({
  ...{ type: "PARAGRAPH", id, nodes, style: { paddingTop: "1px" } },
  paragraphData: { textStyle: { textAlignment: "RIGHT" } },
});

/** Runs a command with this selection, and returns the saved nodes. */
function edit(nodes: RichContentNode[], from: number, to: number, command: Command): RichContentNode[] {
  const doc = readDocument(schema, { nodes });
  let state = EditorState.create({ doc });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
  expect(command(state, (transaction) => (state = state.apply(transaction)))).toBe(true);
  state.doc.check();
  return writeDocument(state.doc);
}

const insert =
  (value: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(value));
    return true;
  };

describe("an edited document", () => {
  it("retains the data of a paragraph and of its text around an insertion", () => {
    const before = [paragraph("a", text("one ", { type: "BOLD", fontWeightValue: 600 }), text("two"))];
    expect(edit(before, 6, 6, insert("X"))).toEqual([
      paragraph("a", text("one ", { type: "BOLD", fontWeightValue: 600 }), text("tXwo")),
    ]);
  });

  it("assigns an id to the second half of a split paragraph, with the same data", () => {
    const [first, second] = edit([paragraph("a", text("onetwo"))], 4, 4, splitBlock);
    expect(first).toEqual(paragraph("a", text("one")));
    expect(second).toEqual(paragraph(second!.id, text("two")));
    expect(second!.id).toMatch(/^[\da-f]{8}$/);
  });

  it("adds new decorations within those that the text has", () => {
    const italic = { type: "ITALIC", italicData: true };
    const future = { type: "FUTURE", x: 1 };
    const bold = toggleMark(schema.marks.BOLD!);
    expect(edit([paragraph("a", text("abc", italic, future))], 2, 3, bold)).toEqual([
      paragraph(
        "a",
        text("a", italic, future),
        text("b", italic, future, { type: "BOLD", fontWeightValue: 700 }),
        text("c", italic, future),
      ),
    ]);
  });

  it("leaves the other nodes as they were, even with duplicate or missing text ids", () => {
    const unknown = { type: "FUTURE", id: "f", nodes: [{ type: "X" }], futureData: { a: [1] } } as never;
    const html = { type: "HTML", id: "h", nodes: [], htmlData: { html: "<b>x</b>" } };
    const before = [unknown, html, paragraph("a", text("b"))];
    expect(edit(before, 3, 3, insert("c"))).toEqual([unknown, html, paragraph("a", text("cb"))]);
  });

  it("saves a paragraph that was typed into an empty document", () => {
    const [typed] = edit([], 1, 1, insert("Hello"));
    expect(typed).toEqual({
      ...{ type: "PARAGRAPH", id: typed!.id, nodes: [text("Hello")] },
      paragraphData: { textStyle: { textAlignment: "AUTO" } },
    });
  });
});

describe("an edited table", () => {
  const cell = (id: string) => ({
    type: "TABLE_CELL",
    id,
    nodes: [paragraph(`${id}p`, text(id))],
    tableCellData: { rowspan: 1 },
  });
  const row = (id: string, ...nodes: RichContentNode[]) => ({ type: "TABLE_ROW", id, nodes });
  const table = [
    {
      ...{ type: "TABLE", id: "t", nodes: [row("r1", cell("a"), cell("b")), row("r2", cell("c"), cell("d"))] },
      tableData: { rowHeader: true, dimensions: { colsWidthRatio: [100, 300], rowsHeight: [40, 60] } },
    },
  ] as RichContentNode[];

  it("has sizes for new columns and rows", () => {
    const [wide] = edit(table, 4, 4, addColumnAfter);
    expect(wide!.nodes.map(({ nodes }) => nodes.length)).toEqual([3, 3]);
    expect(wide!.tableData).toEqual({
      ...{ rowHeader: true },
      dimensions: { colsWidthRatio: [100, 300, 200], rowsHeight: [40, 60] },
    });
    const [high] = edit(table, 4, 4, addRowAfter);
    expect(high!.tableData?.dimensions?.rowsHeight).toEqual([40, 60, 50]);
    const ids = JSON.stringify(high).match(/"id":"[^"]+"/g)!;
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("does not merge cells without a selection of cells", () => {
    const doc = readDocument(schema, { nodes: table });
    const state = EditorState.create({ doc });
    expect(mergeCells(state)).toBe(false);
  });
});

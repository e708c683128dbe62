import { calloutData, calloutKinds } from "@porchlight/contract/blog/rich-content/callouts";
import {
  decorationTypes,
  type RichContentNode,
  richContentNodeTypes,
} from "@porchlight/contract/blog/rich-content/rich-content";
import { describe, expect, it } from "vitest";
import { createSchema } from "../schema/schema.ts";
import { readDocument } from "./read-document.ts";
import { writeNodes } from "./write-document.ts";

const schema = createSchema();
const roundTrip = (nodes: RichContentNode[]) => {
  const document = readDocument(schema, { nodes });
  document.check();
  return writeNodes(document, new Set());
};

/** Mulberry32, a pseudorandom sequence. */
function createDraw(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, of: <Item>(items: readonly Item[]): Item => items[below(items.length)]! };
}
type Draw = ReturnType<typeof createDraw>;

const types = [...richContentNodeTypes, "NOT_YET_INVENTED", "doc", "text", "opaqueBlock", "toString"];
const partOf: Record<string, readonly string[]> = {
  BULLETED_LIST: ["LIST_ITEM"],
  ORDERED_LIST: ["LIST_ITEM"],
  CHECKBOX_LIST: ["LIST_ITEM"],
  TABLE: ["TABLE_ROW"],
  TABLE_ROW: ["TABLE_CELL"],
  COLLAPSIBLE_LIST: ["COLLAPSIBLE_ITEM"],
  COLLAPSIBLE_ITEM: ["COLLAPSIBLE_ITEM_TITLE", "COLLAPSIBLE_ITEM_BODY"],
  LAYOUT: ["LAYOUT_CELL"],
  SMART_BLOCK: ["SMART_BLOCK_CELL"],
  PARAGRAPH: ["TEXT"],
  HEADING: ["TEXT"],
  CODE_BLOCK: ["TEXT"],
  CAPTION: ["TEXT"],
  IMAGE: ["CAPTION"],
};
const dataKey = (type: string) =>
  `${type.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Data`;
const data = (draw: Draw) => ({
  level: draw.of([1, 3, 9, "x", null]),
  start: draw.of([1, 7, 0, -2]),
  checked: draw.of([true, false, null]),
  language: draw.of(["rust", "", null, 4]),
  colspan: draw.of([1, 1, 1, 2, "2"]),
  rowHeader: draw.of([true, false]),
  b: [1, { c: null }],
});

function drawText(draw: Draw): RichContentNode {
  const decorations = Array.from({ length: draw.below(4) }, () => ({
    type: draw.of([...decorationTypes, "FUTURE", "textNode"]),
    d: draw.below(5),
    ...(draw.below(3) === 0 && { linkData: { link: { anchor: draw.of(["n1", "n2", "", 7]) } } }),
  }));
  return {
    type: "TEXT",
    ...(draw.below(4) && { id: draw.of(["", "t1"]) }),
    ...(draw.below(4) && { nodes: [] }),
    textData: {
      text: draw.of(["a", "b c", "", "é😀", "\n", " ", "\ud800", "1", "↩"]),
      ...(draw.below(5) && { decorations }),
      ...(draw.below(9) === 0 && { extra: 1 }),
    },
  } as RichContentNode;
}

function drawNode(draw: Draw, depth: number, type = draw.of(types)): RichContentNode {
  if (type === "TEXT") return drawText(draw);
  const parts = partOf[type];
  const child = (index: number) =>
    draw.below(12) === 0 || !parts
      ? drawNode(draw, depth - 1)
      : drawNode(draw, depth - 1, parts[index % parts.length]!);
  const count = type === "COLLAPSIBLE_ITEM" ? 2 : draw.below(4);
  return {
    type,
    ...(draw.below(5) && { id: `n${draw.below(999)}` }),
    ...(draw.below(6) && { nodes: depth > 0 ? Array.from({ length: count }, (_, index) => child(index)) : [] }),
    ...(draw.below(3) && { [dataKey(type)]: data(draw) }),
    ...(type === "LAYOUT" && draw.below(2) && { layoutData: calloutData(draw.of(calloutKinds)) }),
    ...(draw.below(6) === 0 && { style: { paddingTop: "1px" } }),
  } as RichContentNode;
}

describe("an unedited document", () => {
  it("is the same after a round trip, whatever its nodes are", () => {
    let opaque = 0;
    let all = 0;
    for (let seed = 1; seed <= 2000; seed++) {
      const draw = createDraw(seed);
      const nodes = Array.from({ length: 1 + draw.below(6) }, () => drawNode(draw, 4));
      expect(roundTrip(nodes), `seed ${seed}`).toEqual(nodes);
      readDocument(schema, { nodes }).descendants(({ type }) => {
        all++;
        if (type.name.startsWith("opaque")) opaque++;
      });
    }
    expect(opaque).toBeGreaterThan(0);
    expect(opaque / all).toBeLessThan(0.6);
  });

  it.each([
    ["no nodes", []],
    ["an empty paragraph", [{ type: "PARAGRAPH", id: "a", nodes: [] }]],
    ["an empty quote", [{ type: "BLOCKQUOTE", id: "a", nodes: [] }]],
    [
      "an empty text",
      [
        {
          type: "PARAGRAPH",
          id: "a",
          nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: "", decorations: [] } }],
        },
      ],
    ],
    ["a part without its container", [{ type: "TABLE_CELL", id: "a", nodes: [] }]],
    [
      "a malformed node",
      [null, 4, { nodes: 1 }, { type: "PARAGRAPH", nodes: {} }, { type: "PARAGRAPH", nodes: [null] }],
    ],
  ])("is the same with %s", (_name, nodes) => {
    expect(roundTrip(nodes as RichContentNode[])).toEqual(nodes);
  });

  it("is the same at any depth", () => {
    let nodes: RichContentNode[] = [];
    for (let depth = 0; depth < 300; depth++) nodes = [{ type: "BLOCKQUOTE", id: `${depth}`, nodes }];
    expect(JSON.stringify(roundTrip(nodes))).toBe(JSON.stringify(nodes));
  });
});

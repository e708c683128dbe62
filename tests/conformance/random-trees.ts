import type { RichContent } from "@porchlight/client/blog";
import { richContentChoices } from "@porchlight/contract/blog/rich-content/choices";
import { decorationTypes, richContentNodeTypes } from "@porchlight/contract/blog/rich-content/rich-content";
import {
  richContentDecorationData,
  richContentNodeData,
  richContentShapes,
} from "@porchlight/contract/blog/rich-content/shapes";
import type { Draw } from "./fuzz.ts";

type Node = RichContent["nodes"][number];
type Kinds = Readonly<Record<string, string>>;

const words = ["lamp", "", "\n", "Über", "日本語", "👩‍🚀", '"quoted"', "\\", "</script>", "$1", "id", "\u2028", "1e5"];
/** Valid and invalid URLs, colors and lengths. */
const addresses = [
  ...["https://example.org/a.png", "/pictures/a.jpg", "//evil.example", "javascript:alert(1)", "data:text/html,x"],
  ...[
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "java\nscript:x",
    "mailto:a@example.org",
    "#top",
    "red",
    "#ff000080",
  ],
];
const values = [null, true, false, 0, -1, 1.5, 1e21, 5e-324, ...words];

/** Random JSON with problematic keys. */
function anyValue(draw: Draw, depth = 0): unknown {
  const kind = draw.below(depth > 3 ? 1 : 4);
  if (kind === 0 || kind === 1) return draw.of(values);
  if (kind === 2) return Array.from({ length: draw.below(4) }, () => anyValue(draw, depth + 1));
  const names = ["id", "_id", "createdDate", "url", "length", "toString", "nodes", "type", "a.b", "", "ü"];
  return Object.fromEntries(
    Array.from({ length: draw.below(4) }, () => [draw.of(names), anyValue(draw, depth + 1)] as const),
  );
}

/** A value that the contract allows for `kind`. */
function drawValue(draw: Draw, kind: string): unknown {
  if (draw.chance() < 0.05) return null;
  const [, item, most] = /^(.+)\[\](\d*)$/.exec(kind) ?? [];
  if (item !== undefined)
    return Array.from({ length: draw.below(Math.min(4, Number(most || 4))) }, () => drawValue(draw, item));
  const members = (richContentShapes as Record<string, Kinds>)[kind];
  if (members) return membersOf(draw, members);
  const choices = (richContentChoices as Record<string, readonly string[]>)[kind];
  if (choices) return draw.of(choices);
  if (kind === "boolean") return draw.chance() < 0.5;
  if (kind.startsWith("number")) return draw.of([0, 1, 2, 7, 100, -3, 0.5]);
  if (kind.startsWith("text<="))
    return draw.of(["red", "#0b5", "#ff000080", "", "x\u2028"]).slice(0, Number(kind.slice(6)));
  if (kind === "texts") return { primary: "red", "": "x" };
  if (kind === "Decoration") return { type: "COLOR", colorData: { foreground: "red" } };
  return kind === "text" ? draw.of([...words, ...addresses]) : { any: anyValue(draw) };
}

function membersOf(draw: Draw, members: Kinds): Record<string, unknown> {
  const some = Object.entries(members).filter(() => draw.chance() < 0.6);
  return Object.fromEntries([
    ...some.map(([name, kind]) => [name, drawValue(draw, kind) ?? null]),
    ...(draw.chance() < 0.1 ? [["later", anyValue(draw)]] : []),
  ]);
}

const dataNames: Readonly<Record<string, string>> = { LIST_ITEM: "listItemData" };
function dataNameOf(type: string): string {
  return dataNames[type] ?? `${type.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Data`;
}

const holders: Readonly<Record<string, readonly string[]>> = {
  BULLETED_LIST: ["LIST_ITEM"],
  ORDERED_LIST: ["LIST_ITEM"],
  CHECKBOX_LIST: ["LIST_ITEM"],
  TABLE: ["TABLE_ROW", "TABLE_ROW", "CAPTION"],
  TABLE_ROW: ["TABLE_CELL"],
  COLLAPSIBLE_LIST: ["COLLAPSIBLE_ITEM"],
  COLLAPSIBLE_ITEM: ["COLLAPSIBLE_ITEM_TITLE", "COLLAPSIBLE_ITEM_BODY"],
  LAYOUT: ["LAYOUT_CELL"],
  SMART_BLOCK: ["SMART_BLOCK_CELL"],
};
const childKinds = new Set(Object.values(holders).flat());
childKinds.delete("CAPTION");
const blocks = [...richContentNodeTypes.filter((type) => type !== "TEXT" && !childKinds.has(type)), "NEW_KIND"];

function textNode(draw: Draw): Node {
  const decorations = Array.from({ length: draw.below(3) }, () => {
    const type = draw.of([...decorationTypes, "NEW_DECORATION"]);
    return type === "NEW_DECORATION"
      ? { type, more: anyValue(draw) }
      : { type, ...membersOf(draw, richContentDecorationData) };
  });
  return { type: "TEXT", id: "", nodes: [], textData: { text: draw.of(words), decorations } } as Node;
}

function treeNode(draw: Draw, depth: number, type: string): Node {
  const only = holders[type];
  const count = depth > 12 ? 0 : draw.below(4);
  const nodes = Array.from({ length: count }, () => {
    if (only) return treeNode(draw, depth + 1, draw.of(only));
    return draw.chance() < 0.5 ? textNode(draw) : treeNode(draw, depth + 1, draw.of(blocks));
  });
  const name = dataNameOf(type);
  const kind = (richContentNodeData as Kinds)[name];
  const data = kind === undefined || draw.chance() < 0.2 ? undefined : drawValue(draw, kind);
  return {
    type,
    id: draw.of(words),
    nodes,
    ...(data != null && { [name]: data }),
    ...(type === "HEADING" && { headingData: { ...(data as object), level: 1 + draw.below(6) } }),
    ...(type === "NEW_KIND" && { newKindData: anyValue(draw) }),
    ...(draw.chance() < 0.1 && { style: membersOf(draw, richContentShapes.NodeStyle) }),
    ...(draw.chance() < 0.3 && { later: anyValue(draw) }),
  } as Node;
}

/** Twenty trees for each node and decoration of the contract and some unknown ones. */
export function randomDocument(draw: Draw): RichContent {
  return {
    nodes: Array.from({ length: 20 }, () => treeNode(draw, 1, draw.of(blocks))),
    ...(draw.chance() < 0.5 && {
      documentStyle: { ...membersOf(draw, richContentShapes.DocumentStyle), kept: anyValue(draw) },
    }),
  };
}

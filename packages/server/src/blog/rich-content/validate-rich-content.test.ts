import { decorationTypes, richContentNodeTypes } from "@porchlight/contract/blog/rich-content/rich-content";
import {
  richContentDecorationData,
  richContentNodeData,
  richContentShapes,
} from "@porchlight/contract/blog/rich-content/shapes";
import { describe, expect, it } from "vitest";
import { InvalidArguments } from "../../platform/context/errors.ts";
import { validateRichContent } from "./validate-rich-content.ts";

type Values = Record<string, unknown>;

/** Data members of node types whose name differs from the type. */
const dataNames: Record<string, string> = { GIF: "gifData", HTML: "htmlData", TEXT: "", LIST_ITEM: "listItemData" };
const typesWithoutData = ["COLLAPSIBLE_ITEM", "COLLAPSIBLE_ITEM_TITLE", "COLLAPSIBLE_ITEM_BODY", "TABLE_ROW"];

function dataNameOf(type: string): string {
  const words = type.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return dataNames[type] ?? `${words}Data`;
}

/** Required ancestors of a node type, outermost first. */
const around: Record<string, string[]> = {
  LIST_ITEM: ["BULLETED_LIST"],
  TABLE_ROW: ["TABLE"],
  TABLE_CELL: ["TABLE", "TABLE_ROW"],
  COLLAPSIBLE_ITEM: ["COLLAPSIBLE_LIST"],
  COLLAPSIBLE_ITEM_TITLE: ["COLLAPSIBLE_LIST", "COLLAPSIBLE_ITEM"],
  COLLAPSIBLE_ITEM_BODY: ["COLLAPSIBLE_LIST", "COLLAPSIBLE_ITEM"],
  LAYOUT_CELL: ["LAYOUT"],
  SMART_BLOCK_CELL: ["SMART_BLOCK"],
};

/** All declared members with valid values; `later` is undeclared. */
function sample(kind: string): unknown {
  if (kind.includes("[]")) return [sample(kind.split("[]")[0] ?? "")];
  const shape = (richContentShapes as Record<string, Record<string, string>>)[kind];
  if (shape)
    return { ...Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, sample(one)])), later: [1] };
  if (kind === "Decoration") return { type: "BOLD", fontWeightValue: 700 };
  if (kind === "boolean") return true;
  if (kind.startsWith("number")) return 0.5;
  if (kind.startsWith("text")) return kind === "texts" ? { a: "b" } : "x";
  return kind === "object" ? { any: { thing: null } } : null;
}

function nodeOf(type: string, data: Values): Values {
  let node: Values = { type, id: "a", nodes: [], ...data };
  for (const outer of (around[type] ?? []).toReversed()) node = { type: outer, id: "b", nodes: [node] };
  return node;
}

function refusal(nodes: unknown[], more: Values = {}): unknown {
  try {
    validateRichContent({ nodes, ...more }, "richContent");
  } catch (error) {
    if (!(error instanceof InvalidArguments)) throw error;
    return error.violations.map(({ field, description, violatedRule }) => [field, violatedRule, description]);
  }
  return "taken";
}

describe("a document with all data that the contract declares", () => {
  it("has the data of each node type", () => {
    const missing = richContentNodeTypes
      .filter((type) => type !== "TEXT" && !typesWithoutData.includes(type))
      .filter((type) => !Object.hasOwn(richContentNodeData, dataNameOf(type)));
    expect(missing).toEqual([]);
  });

  it.each(richContentNodeTypes.filter((type) => type !== "TEXT"))("is accepted unchanged: %s", (type) => {
    const name = dataNameOf(type);
    const kind = (richContentNodeData as Record<string, string>)[name];
    const data: Values = kind === undefined ? {} : { [name]: sample(kind) };
    if (type === "HEADING") Object.assign(data["headingData"] as Values, { level: 2 });
    const node = nodeOf(type, { ...data, style: { paddingTop: "1px", later: 1 }, later: { deep: [null] } });
    const before = structuredClone(node);
    expect(refusal([node])).toBe("taken");
    expect(node).toEqual(before);
  });

  it("is accepted unchanged: every decoration, known or not", () => {
    const decorations = [...decorationTypes, "NEW_ONE"].map((type) => ({
      type,
      ...Object.fromEntries(Object.entries(richContentDecorationData).map(([name, kind]) => [name, sample(kind)])),
    }));
    const node = {
      type: "PARAGRAPH",
      id: "p",
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: "x", decorations } }],
    };
    const before = structuredClone(node);
    expect(refusal([node])).toBe("taken");
    expect(node).toEqual(before);
  });

  it("is accepted unchanged: a node of an unknown type with any data", () => {
    const node = { type: "HOLOGRAM", id: "h", nodes: [], imageData: 7, hologramData: [null, { x: "y" }] };
    const before = structuredClone(node);
    expect(refusal([node])).toBe("taken");
    expect(node).toEqual(before);
  });

  it("accepts null for absent values", () => {
    expect(refusal([{ type: "IMAGE", imageData: { image: null, altText: null, link: { rel: null } } }])).toBe("taken");
  });
});

describe("a value of the wrong type", () => {
  const image = (imageData: unknown) => [{ type: "DIVIDER" }, { type: "IMAGE", imageData }];
  const decorated = (decoration: Values) => [
    {
      type: "PARAGRAPH",
      nodes: [{ type: "TEXT", textData: { text: "x", decorations: [{ type: "BOLD" }, decoration] } }],
    },
  ];
  const decoration = "richContent.nodes.0.nodes.0.textData.decorations.1";
  it.each<[string, unknown[], string, string, string]>([
    [
      "a list instead of a source",
      image({ image: { src: [] } }),
      "richContent.nodes.1.imageData.image.src",
      "VALIDATION",
      "must be an object",
    ],
    [
      "a number instead of a string",
      image({ altText: 5 }),
      "richContent.nodes.1.imageData.altText",
      "VALIDATION",
      "must be a string",
    ],
    [
      "a string instead of a number",
      image({ image: { width: "5" } }),
      "richContent.nodes.1.imageData.image.width",
      "VALIDATION",
      "must be a number",
    ],
    [
      "a string instead of a boolean",
      image({ decorative: "yes" }),
      "richContent.nodes.1.imageData.decorative",
      "VALIDATION",
      "must be true or false",
    ],
    [
      "an unknown enum value",
      image({ link: { target: "NEW" } }),
      "richContent.nodes.1.imageData.link.target",
      "VALIDATION",
      "must be one of SELF, BLANK, PARENT, TOP",
    ],
    [
      "an object instead of a list",
      [{ type: "GALLERY", galleryData: { items: {} } }],
      "richContent.nodes.0.galleryData.items",
      "VALIDATION",
      "must be a list",
    ],
    [
      "a string in a list of objects",
      [{ type: "GALLERY", galleryData: { items: [{}, "x"] } }],
      "richContent.nodes.0.galleryData.items.1",
      "VALIDATION",
      "must be an object",
    ],
    [
      "an overlong color",
      [{ type: "BUTTON", buttonData: { styles: { textColor: "x".repeat(20) } } }],
      "richContent.nodes.0.buttonData.styles.textColor",
      "MAX_LENGTH",
      "must have at most 19 characters",
    ],
    [
      "too many paddings",
      [{ type: "TABLE", tableData: { cellPadding: [1, 2, 3, 4, 5] } }],
      "richContent.nodes.0.tableData.cellPadding",
      "MAX_SIZE",
      "must have at most 4 entries",
    ],
    [
      "a center out of range",
      [{ type: "CARD", cardData: { background: { gradient: { centerX: 101 } } } }],
      "richContent.nodes.0.cardData.background.gradient.centerX",
      "MAX",
      "must be at most 100",
    ],
    [
      "a shape color that is not a string",
      [{ type: "SHAPE", shapeData: { styles: { colors: { a: 1 } } } }],
      "richContent.nodes.0.shapeData.styles.colors.a",
      "VALIDATION",
      "must be a string",
    ],
    [
      "a link that is a string",
      decorated({ type: "LINK", linkData: "https://example.org" }),
      `${decoration}.linkData`,
      "VALIDATION",
      "must be an object",
    ],
    [
      "a font weight that is a string",
      decorated({ type: "BOLD", fontWeightValue: "bold" }),
      `${decoration}.fontWeightValue`,
      "VALIDATION",
      "must be a number",
    ],
    [
      "a title outside an item",
      [{ type: "COLLAPSIBLE_LIST", nodes: [{ type: "COLLAPSIBLE_ITEM", nodes: [{ type: "PARAGRAPH" }] }] }],
      "richContent.nodes.0.nodes.0.nodes.0.type",
      "VALIDATION",
      "must be COLLAPSIBLE_ITEM_TITLE or COLLAPSIBLE_ITEM_BODY in COLLAPSIBLE_ITEM",
    ],
  ])("is rejected with path and reason: %s", (_, nodes, field, rule, description) => {
    expect(refusal(nodes)).toEqual([[field, rule, description]]);
  });

  it("is rejected in the document style", () => {
    expect(refusal([], { documentStyle: { paragraph: { decorations: [{ type: "BOLD" }, 7] } } })).toEqual([
      ["richContent.documentStyle.paragraph.decorations.1", "VALIDATION", "must be an object with a type"],
    ]);
  });

  it("is accepted in members that the contract does not declare", () => {
    expect(refusal([{ type: "PARAGRAPH", laterData: 5, constructor: 1, toString: [] }])).toBe("taken");
  });
});

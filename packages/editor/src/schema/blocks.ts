import { mergeAttributes, Node, type NodeConfig, wrappingInputRule } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { BulletList, ListItem, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Table, TableCell, TableRow } from "@tiptap/extension-table";
import { t } from "../texts/texts.ts";
import { calloutKindOf, calloutNames } from "./callouts.ts";
import { nativeAttributes } from "./native-attributes.ts";
import { sourceAttribute } from "./source-attribute.ts";

/** Attributes of a node type: its source, and those stored in its data. */
const attributesOf = (type: string) => ({
  ...sourceAttribute(type),
  ...Object.fromEntries(
    Object.entries(nativeAttributes[type] ?? {}).map(([name, { initial }]) => [
      name,
      { default: initial, rendered: false },
    ]),
  ),
});

/** A container or leaf without special behavior. Its HTML is for the clipboard; the editor shows a view. */
function plainNode(name: string, config: Partial<NodeConfig>): Node {
  return Node.create({
    name,
    addAttributes: () => attributesOf(name),
    parseHTML: () => [{ tag: `div[data-type="${name}"]` }],
    renderHTML: ({ node, HTMLAttributes }) => {
      const callout = name === "LAYOUT" ? calloutKindOf(node) : undefined;
      const attributes = mergeAttributes(
        {
          "data-type": name,
          ...(callout && { "data-callout": callout, role: "note", "aria-label": t(calloutNames[callout]) }),
        },
        HTMLAttributes,
      );
      return config.content ? ["div", attributes, 0] : ["div", attributes];
    },
    ...config,
  });
}

const paragraph = Paragraph.extend({
  name: "PARAGRAPH",
  priority: 1000,
  whitespace: "pre",
  addAttributes: () => ({
    ...attributesOf("PARAGRAPH"),
    /** Empty TEXT nodes of a paragraph without text, restored if it stays empty. */
    emptyTexts: { default: null, rendered: false },
    /** Whether it only makes an empty container editable. It is not saved while it is empty. */
    isFiller: {
      default: false,
      parseHTML: (element: HTMLElement) => element.dataset.filler === "true",
      renderHTML: ({ isFiller }: Record<string, unknown>) => (isFiller ? { "data-filler": "true" } : {}),
    },
  }),
});

const heading = Heading.extend({
  name: "HEADING",
  whitespace: "pre",
  addAttributes: () => ({
    ...attributesOf("HEADING"),
    level: { default: 2, rendered: false },
    emptyTexts: { default: null, rendered: false },
  }),
  addKeyboardShortcuts: () => ({}),
});

const codeBlock = CodeBlock.extend({
  name: "CODE_BLOCK",
  content: "inline*",
  marks: "_",
  addAttributes() {
    return { ...this.parent?.(), ...sourceAttribute("CODE_BLOCK"), emptyTexts: { default: null, rendered: false } };
  },
});

const listItem = ListItem.extend({
  name: "LIST_ITEM",
  content: "block+",
  addAttributes: () => ({
    ...sourceAttribute("LIST_ITEM"),
    checked: {
      default: false,
      parseHTML: (element: HTMLElement) => element.dataset.checked === "true",
      renderHTML: ({ checked }: Record<string, unknown>) => (checked ? { "data-checked": "true" } : {}),
    },
  }),
}).configure({ bulletListTypeName: "BULLETED_LIST", orderedListTypeName: "ORDERED_LIST" });

const bulletedList = BulletList.extend({
  name: "BULLETED_LIST",
  addAttributes: () => attributesOf("BULLETED_LIST"),
}).configure({ itemTypeName: "LIST_ITEM" });

const orderedList = OrderedList.extend({
  name: "ORDERED_LIST",
  addAttributes() {
    return { ...this.parent?.(), ...sourceAttribute("ORDERED_LIST") };
  },
}).configure({ itemTypeName: "LIST_ITEM" });

const checkboxList = Node.create({
  name: "CHECKBOX_LIST",
  group: "block list",
  content: "LIST_ITEM+",
  addAttributes: () => attributesOf("CHECKBOX_LIST"),
  parseHTML: () => [{ tag: 'ul[data-type="CHECKBOX_LIST"]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["ul", mergeAttributes({ "data-type": "CHECKBOX_LIST" }, HTMLAttributes), 0],
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^\s*\[( |x)?\]\s$/,
        type: this.type,
        getAttributes: () => ({}),
      }),
    ];
  },
});

/** Whether the first cells are headings. */
const headerAttribute = (name: string, attribute: string) => ({
  default: nativeAttributes.TABLE![name]!.initial,
  parseHTML: (element: HTMLElement) =>
    element.hasAttribute(attribute) || (name === "rowHeader" && element.querySelector("thead") !== null),
  renderHTML: (values: Record<string, unknown>) => (values[name] ? { [attribute]: "" } : {}),
});

const tableExtensions = [
  Table.extend({
    name: "TABLE",
    content: "TABLE_ROW+",
    addAttributes: () => ({
      ...attributesOf("TABLE"),
      rowHeader: headerAttribute("rowHeader", "data-row-header"),
      columnHeader: headerAttribute("columnHeader", "data-column-header"),
    }),
  }).configure({ resizable: false }),
  TableRow.extend({ name: "TABLE_ROW", content: "TABLE_CELL+", addAttributes: () => attributesOf("TABLE_ROW") }),
  TableCell.extend({
    name: "TABLE_CELL",
    addAttributes() {
      return { ...this.parent?.(), ...sourceAttribute("TABLE_CELL") };
    },
    parseHTML() {
      return [...(this.parent?.() ?? []), { tag: "th" }];
    },
  }),
];

/** Containers whose parts are edited in place. */
const containers: Readonly<Record<string, string>> = {
  COLLAPSIBLE_LIST: "COLLAPSIBLE_ITEM+",
  LAYOUT: "LAYOUT_CELL+",
  SMART_BLOCK: "SMART_BLOCK_CELL+",
  CARD: "block+",
};

/** Parts of containers, which exist nowhere else. */
const parts: Readonly<Record<string, string>> = {
  COLLAPSIBLE_ITEM: "COLLAPSIBLE_ITEM_TITLE COLLAPSIBLE_ITEM_BODY",
  COLLAPSIBLE_ITEM_TITLE: "block+",
  COLLAPSIBLE_ITEM_BODY: "block+",
  LAYOUT_CELL: "block+",
  SMART_BLOCK_CELL: "block+",
};

/** Media with an optional caption. */
const captioned = ["IMAGE", "VIDEO", "GIF", "GALLERY"];

/** Blocks without editable text. */
const leaves = [
  "FILE",
  "HTML",
  "LINK_PREVIEW",
  "MAP",
  "POLL",
  "APP_EMBED",
  "BUTTON",
  "EMBED",
  "AUDIO",
  "EXTERNAL",
  "SHAPE",
  "TOC",
];

const isolated = { isolating: true, defining: true } as const;

/** All nodes of the editor. Their names are the node types of rich content. */
export const blockExtensions = [
  Node.create({ name: "doc", topNode: true, content: "block+" }),
  Node.create({ name: "text", group: "inline" }),
  paragraph,
  heading,
  codeBlock,
  Blockquote.extend({ name: "BLOCKQUOTE", addAttributes: () => attributesOf("BLOCKQUOTE") }),
  HorizontalRule.extend({ name: "DIVIDER", addAttributes: () => attributesOf("DIVIDER") }),
  listItem,
  bulletedList,
  orderedList,
  checkboxList,
  ...tableExtensions,
  ...Object.entries(containers).map(([name, content]) => plainNode(name, { group: "block", content, ...isolated })),
  ...Object.entries(parts).map(([name, content]) => plainNode(name, { content, ...isolated })),
  plainNode("CAPTION", {
    content: "inline*",
    isolating: true,
    whitespace: "pre",
    addAttributes: () => ({ ...attributesOf("CAPTION"), emptyTexts: { default: null, rendered: false } }),
  }),
  ...captioned.map((name) =>
    plainNode(name, {
      group: "block",
      content: "CAPTION?",
      draggable: true,
      addAttributes: () => ({
        ...attributesOf(name),
        /** Id of an upload in progress. The node is not saved until it ends. */
        upload: {
          default: null,
          rendered: false,
          parseHTML: (element: HTMLElement) => element.dataset.upload ?? null,
        },
      }),
    }),
  ),
  ...leaves.map((name) => plainNode(name, { group: "block", atom: true, draggable: true })),
];

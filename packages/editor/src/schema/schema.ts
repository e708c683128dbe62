import { findFootnoteLink } from "@porchlight/contract/blog/rich-content/footnotes";
import { type Extensions, getSchema, Node } from "@tiptap/core";
import { blockExtensions } from "./blocks.ts";
import { markExtensions } from "./marks.ts";
import { parseNode } from "./source-attribute.ts";

const opaque = (name: string, group: string, tag: string) =>
  Node.create({
    name,
    group,
    inline: group === "inline",
    atom: true,
    selectable: true,
    draggable: group === "block",
    addAttributes: () => ({
      node: {
        default: null,
        parseHTML: (element: HTMLElement) => parseNode(element.dataset.node),
        renderHTML: ({ node }) => ({ "data-node": JSON.stringify(node) }),
      },
    }),
    parseHTML: () => [
      {
        tag: `${tag}[data-type="${name}"]`,
        getAttrs: (element) => (parseNode(element.dataset.node) ? null : false),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, { "data-type": name, ...HTMLAttributes }],
  });

/** Nodes of an unknown type, or with children that their type does not allow. They are saved unchanged. */
const opaqueExtensions = [opaque("opaqueBlock", "block", "div"), opaque("opaqueInline", "inline", "span")];

/** A link between a reference and its footnote, of which only the number changes. */
const footnoteLink = opaque("opaqueFootnote", "inline", "span").extend({
  renderHTML: ({ node, HTMLAttributes }) => [
    "span",
    { "data-type": "opaqueFootnote", ...HTMLAttributes },
    String(node.attrs.node?.textData?.text ?? ""),
  ],
  parseHTML: () => [
    {
      tag: 'span[data-type="opaqueFootnote"]',
      getAttrs: (element: HTMLElement) => {
        const node = parseNode(element.dataset.node);
        return node && findFootnoteLink(node) ? null : false;
      },
    },
  ],
});

/** Nodes and marks of the editor, without views. */
export const schemaExtensions: Extensions = [...blockExtensions, ...opaqueExtensions, footnoteLink, ...markExtensions];

/** The schema of the editor, for use without one. */
export const createSchema = () => getSchema(schemaExtensions);

import { calloutData, parseCalloutKind } from "@porchlight/contract/blog/rich-content/callouts";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import { createFlow, type Flow, headingFragment } from "../document-draft.ts";
import { draftAttributes } from "../markdown/markdown-to-html.ts";
import { convertCard } from "./html-cards.ts";
import type { HtmlContext, HtmlConversion } from "./html-conversion.ts";
import { convertEmbedded, embeddedElements } from "./html-embeds.ts";
import { convertGallery } from "./html-galleries.ts";
import { convertFigure, convertImage } from "./html-images.ts";
import { convertCollapsible, convertDescriptionList, convertList } from "./html-lists.ts";
import { convertTable } from "./html-table.ts";

/** Elements that only start and end a paragraph. */
const plainBlocks = new Set(
  (
    "p div section article main header footer aside nav address center fieldset form legend noscript hgroup dialog menu search " +
    "figcaption li dd dt caption tbody thead tfoot tr td th summary x-noembed x-noframes x-xmp x-textarea x-option dir"
  ).split(" "),
);

/** Elements without an equivalent. */
const unsupportedElements = new Set("svg math canvas object embed applet map area input datalist".split(" "));

/** Elements that show nothing. */
const invisibleElements = new Set(
  "base basefont bgsound col colgroup head link meta param source template title track wbr".split(" "),
);

/** Inline elements of which only the appearance is lost. */
const plainInlines = new Set(
  (
    "a abbr acronym b bdi bdo big blink body br cite code data del dfn em font html i ins kbd label mark marquee nobr output " +
    "picture q rb rp rt rtc ruby s samp slot small span strike strong sub sup time tt u var"
  ).split(" "),
);

/** Converts a block element to blocks of `flow`. Returns whether it is one. */
export function convertBlock(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion): boolean {
  const name = element.tagName;
  if (plainInlines.has(name)) return false;
  if (invisibleElements.has(name)) return true;
  if (convertCard(element, flow, context, conversion) || convertGallery(element, flow, context, conversion))
    return true;
  if (plainBlocks.has(name)) {
    convertPlainBlock(element, flow, context, conversion);
  } else if (/^h[1-6]$/.test(name)) {
    convertHeading(element, flow, context, conversion);
  } else if (name === "ul" || name === "ol") {
    convertList(element, flow, context, conversion);
  } else if (name === "dl") {
    convertDescriptionList(element, flow, context, conversion);
  } else if (name === "blockquote") {
    convertQuote(element, flow, context, conversion);
  } else if (name === "pre") {
    convertCode(element, flow, context, conversion);
  } else if (name === "hr") {
    conversion.endParagraph(flow, context);
    flow.blocks.push(createDivider());
  } else if (name === "table") {
    convertTable(element, flow, context, conversion);
  } else if (name === "details") {
    convertCollapsible(element, flow, context, conversion);
  } else if (name === "img") {
    convertImage(element, flow, context, conversion);
  } else if (name === "figure") {
    convertFigure(element, flow, context, conversion);
  } else if (name === "progress" || name === "meter") {
    convertGauge(element, flow, context, conversion);
  } else if (embeddedElements.has(name)) {
    convertEmbedded(element, flow, context, conversion);
  } else if (unsupportedElements.has(name)) {
    conversion.warn(conversion.lineOf(element), `<${name}> is not supported.`);
  } else {
    conversion.warn(
      conversion.lineOf(element),
      `<${name.replace(/^x-/, "")}> is not supported; only its text is imported.`,
    );
    conversion.walkChildren(element, flow, context);
  }
  return true;
}

function convertPlainBlock(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  conversion.endParagraph(flow, context);
  const blocksBefore = flow.blocks.length;
  conversion.walkChildren(element, flow, context);
  conversion.endParagraph(flow, context);
  if (element.tagName !== "p") return;
  const made = flow.blocks.slice(blocksBefore);
  if (made.some(({ type }) => type === "IMAGE") && made.some(({ type }) => type === "PARAGRAPH")) {
    conversion.warn(conversion.lineOf(element), "An image within a line of text is imported as a separate block.");
  }
}

function convertHeading(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  conversion.endParagraph(flow, context);
  if (flow.inlineOnly) {
    conversion.walkChildren(element, flow, context);
    return conversion.endParagraph(flow, context);
  }
  const line = createFlow(true);
  const withoutBold = context.decorations.filter(({ type }) => type !== "BOLD");
  conversion.walkChildren(element, line, { ...context, decorations: withoutBold });
  const heading = conversion.draft.finishRuns(line, (nodes) => {
    const node: RichContentNode = {
      type: "HEADING",
      id: "",
      nodes,
      headingData: { level: Number(element.tagName[1]), textStyle: { textAlignment: context.alignment ?? "AUTO" } },
    };
    const { id } = element.properties;
    const text = textOf(node);
    const name = typeof id === "string" && id !== "" ? id : headingFragment(text);
    if (name !== "") conversion.draft.nameBlock(node, name, /\p{Extended_Pictographic}/u.test(text));
    return node;
  });
  if (heading !== undefined) flow.blocks.push(heading);
  flow.blocks.push(...line.blocks);
}

function textOf(node: RichContentNode): string {
  return node.nodes.map(({ textData }) => textData?.text ?? "").join("");
}

function convertQuote(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  const kind = parseCalloutKind(String(element.properties[draftAttributes.callout] ?? ""));
  const levels = kind === undefined ? 1 : 2;
  if (!conversion.opensContainer(element, levels, flow, context)) return;
  const inner = createFlow();
  const innerContext = { ...context, depth: context.depth + levels };
  conversion.walkChildren(element, inner, innerContext);
  conversion.endParagraph(inner, innerContext);
  const nodes = inner.blocks;
  if (nodes.length === 0) return;
  const cell: RichContentNode = { type: "LAYOUT_CELL", id: "", nodes };
  flow.blocks.push(
    kind === undefined
      ? { type: "BLOCKQUOTE", id: "", nodes, blockquoteData: { indentation: 0 } }
      : { type: "LAYOUT", id: "", nodes: [cell], layoutData: calloutData(kind) },
  );
}

function convertCode(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  conversion.endParagraph(flow, context);
  if (flow.inlineOnly) {
    conversion.walkChildren(element, flow, context);
    return conversion.endParagraph(flow, context);
  }
  const inner = createFlow(true);
  const code = soleChild(element, "code");
  conversion.walkChildren(code ?? element, inner, { ...context, preserved: true });
  const last = inner.runs.at(-1);
  if (last !== undefined && code?.properties[draftAttributes.language] === undefined)
    last.text = last.text.replace(/\n$/, "");
  const language = code === undefined ? undefined : languageOf(code);
  const node = conversion.draft.finishRuns(
    inner,
    (nodes) => ({
      type: "CODE_BLOCK",
      id: "",
      nodes,
      codeBlockData: {
        textStyle: { textAlignment: "AUTO" },
        ...(language === undefined ? {} : { language: language.slice(0, 100) }),
      },
    }),
    true,
  );
  if (node !== undefined) flow.blocks.push(node);
  flow.blocks.push(...inner.blocks);
}

function languageOf(code: Element): string | undefined {
  const fromFence = code.properties[draftAttributes.language];
  if (typeof fromFence === "string") return fromFence || undefined;
  const classes = code.properties.className;
  const named = Array.isArray(classes) ? classes.find((name) => String(name).startsWith("language-")) : undefined;
  return named === undefined ? undefined : String(named).slice("language-".length);
}

/** The only child, if it has this name; white space is ignored. */
function soleChild(element: Element, name: string): Element | undefined {
  const others = element.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  const [first] = others;
  return others.length === 1 && first?.type === "element" && first.tagName === name ? first : undefined;
}

/** Writes a progress bar or meter as numbers. */
function convertGauge(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  const { value, max } = element.properties;
  if (value === undefined || value === null) return conversion.walkChildren(element, flow, context);
  const text = max === undefined || max === null ? String(value) : `${value} / ${max}`;
  flow.runs.push({ text, decorations: context.decorations });
}

function createDivider(): RichContentNode {
  return {
    type: "DIVIDER",
    id: "",
    nodes: [],
    dividerData: {
      lineStyle: "SINGLE",
      width: "LARGE",
      alignment: "CENTER",
      containerData: { width: { size: "CONTENT" } },
    },
  };
}

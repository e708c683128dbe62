import {
  type Decoration,
  inlineCodeFontFamily,
  type RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";

/** Text that Markdown would interpret as syntax. */
const hostile = (
  "* ** _ __ *a* _b_ ** snake_case 2*3*4 ` `` ```js ~~~ ~~x~~ [x] [x](y) ![x](y) [^1] [a]: <b> </b> <!-- --> &amp; &copy; & < > >q # ## a# " +
  "#x + - -- --- === 1. 2) | || |--|--| :-- \\ \\\\ \\| ! !! http://a.example/b https://x www.a.example me@a.example {#id} {# $x$ :tag: ( ) \" ' .md é 東京 🦀 a🦀 “q” … $ ^ % ~"
).split(" ");

/** Random rich content that Markdown can express, in the form that the conversion from Markdown creates. */
export function randomRichContent(seed: number): RichContentNode[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  const several = <Value>(most: number, make: () => Value) => Array.from({ length: 1 + below(most) }, make);
  const word = () => (random() < 0.5 ? pick(["word", "two words", "x", "9", "Ende."]) : pick(hostile));
  const node = (type: string, nodes: RichContentNode[], data: object = {}) =>
    ({ type, id: "", nodes, ...data }) as RichContentNode;

  /** Text with normalized white space: single spaces, none at the edges of blocks and decorations. */
  function text(mayBreak = true): RichContentNode[] {
    const runs: { text: string; decorations: Decoration[] }[] = [];
    for (const _ of several(5, () => 0)) {
      const decorations = runs.at(-1)?.decorations.length || random() < 0.5 ? [] : randomDecorations();
      let terms = several(3, word).join(pick([" ", " ", ""]));
      const isCode = decorations.some(({ type }) => type === "FONT_FAMILY");
      if (decorations.length === 0 && runs.length > 0) terms = `${pick([" ", ""])}${terms}`;
      if (decorations.length === 0) terms += pick([" ", ""]);
      if (mayBreak && !isCode && random() < 0.15) terms = terms.trim().replace(/(?<=\S) (?=\S)/, "\n");
      const last = runs.at(-1);
      if (last?.decorations.length === 0 && decorations.length === 0) last.text += terms;
      else runs.push({ text: terms, decorations });
    }
    const [first, last] = [runs[0], runs.at(-1)];
    if (first) first.text = first.text.trimStart();
    if (last) last.text = last.text.trimEnd();
    return runs.map((run) => node("TEXT", [], { textData: { ...run, text: run.text.replace(/ +/g, " ") } }));
  }

  function randomDecorations(): Decoration[] {
    const all: Decoration[] = [
      { type: "BOLD", fontWeightValue: 700 },
      { type: "ITALIC", italicData: true },
      { type: "STRIKETHROUGH", strikethroughData: true },
      {
        type: "LINK",
        linkData: { link: { url: pick(["https://a.example/b_c*d?x=1&copy=2", "https://a.example/(x)|y"]) } },
      },
      { type: "FONT_FAMILY", fontFamilyData: { value: inlineCodeFontFamily } },
      { type: "COLOR", colorData: { background: "#ffff00" } },
      { type: "COLOR", colorData: { foreground: "#123456" } },
      { type: "UNDERLINE", underlineData: true },
      { type: "SUPERSCRIPT", superscriptData: true },
    ];
    const chosen = several(3, () => pick(all)).filter(
      ({ type }, index, list) => list.findIndex((other) => other.type === type) === index,
    );
    // Text within code has no decorations.
    const code = chosen.findIndex(({ type }) => type === "FONT_FAMILY");
    return code === -1 ? chosen : chosen.slice(0, code + 1);
  }

  const style = (textAlignment = "AUTO") => ({ paragraphData: { textStyle: { textAlignment } } });
  const paragraph = () => node("PARAGRAPH", text(), style(pick(["AUTO", "AUTO", "AUTO", "AUTO", "CENTER"])));
  const code = () =>
    several(4, () =>
      pick(["", "  ", "\tx ", "```", "````js", "~~~", "a  ", "> q", "- l", "</pre>", "&amp;", "<b>", "\\", "# h"]),
    ).join("\n");

  function block(depth: number): RichContentNode {
    const kind = below(depth > 3 ? 6 : 12);
    if (kind < 3) return paragraph();
    if (kind === 3)
      return node("HEADING", text(), {
        headingData: { level: 1 + below(6), textStyle: { textAlignment: "AUTO" } },
      });
    if (kind === 4) {
      const written = code();
      return node(
        "CODE_BLOCK",
        written === "" ? [] : [node("TEXT", [], { textData: { text: written, decorations: [] } })],
        {
          codeBlockData: {
            textStyle: { textAlignment: "AUTO" },
            ...pick([{}, { language: "js" }, { language: "c++ {1-2}" }]),
          },
        },
      );
    }
    if (kind === 5) return pick([divider, image])();
    if (kind === 6) return node("BLOCKQUOTE", blocks(depth + 1), { blockquoteData: { indentation: 0 } });
    if (kind === 7) return table();
    if (kind === 8) return details(depth);
    return list(depth);
  }

  function list(depth: number): RichContentNode {
    const type = pick(["BULLETED_LIST", "ORDERED_LIST", "CHECKBOX_LIST"]);
    const items = several(3, () =>
      node("LIST_ITEM", random() < 0.1 ? [node("PARAGRAPH", [], style())] : blocks(depth + 1), {
        ...(type === "CHECKBOX_LIST" && { listItemData: { checked: random() < 0.5 } }),
      }),
    );
    if (type === "BULLETED_LIST") return node(type, items, { bulletedListData: { indentation: 0 } });
    if (type === "CHECKBOX_LIST") return node(type, items, { checkboxListData: { indentation: 0 } });
    return node(type, items, { orderedListData: { indentation: 0, ...pick([{}, { start: 7 }, { start: 0 }]) } });
  }

  function details(depth: number): RichContentNode {
    const title = node("COLLAPSIBLE_ITEM_TITLE", [node("PARAGRAPH", text(), style())]);
    const item = node("COLLAPSIBLE_ITEM", [title, node("COLLAPSIBLE_ITEM_BODY", blocks(depth + 1))]);
    return node("COLLAPSIBLE_LIST", [item], {
      collapsibleListData: {
        containerData: { width: { size: "CONTENT" } },
        expandOnlyOne: false,
        initialExpandedItems: pick(["ALL", "NONE"]),
        direction: "LTR",
        isQapageData: false,
      },
    });
  }

  function table(): RichContentNode {
    const columns = several(3, () => pick(["AUTO", "CENTER", "RIGHT"]));
    const rowHeader = random() < 0.8;
    const rows = several(3, () =>
      node(
        "TABLE_ROW",
        columns.map((alignment) =>
          node("TABLE_CELL", [node("PARAGRAPH", random() < 0.1 ? [] : text(), style(rowHeader ? alignment : "AUTO"))], {
            tableCellData: { cellStyle: { verticalAlignment: "TOP" } },
          }),
        ),
      ),
    );
    return node("TABLE", rows, {
      tableData: {
        dimensions: {
          colsWidthRatio: columns.map(() => 120),
          rowsHeight: rows.map(() => 47),
          colsMinWidth: columns.map(() => 120),
        },
        rowHeader,
        columnHeader: false,
      },
    });
  }

  function image(): RichContentNode {
    const captionData = { captionData: { textStyle: { textAlignment: "CENTER" } } };
    return node("IMAGE", random() < 0.3 ? [node("CAPTION", text(), captionData)] : [], {
      imageData: {
        containerData: { width: { size: "CONTENT" }, alignment: "CENTER" },
        image: { src: { url: pick(["https://a.example/a_b.png", "https://a.example/a(b)c.png?x=1&lt=2"]) } },
        altText: several(3, word).join(" "),
        ...(random() < 0.3 && { link: { url: "https://a.example/to" } }),
      },
    });
  }

  function divider(): RichContentNode {
    return node("DIVIDER", [], {
      dividerData: {
        lineStyle: "SINGLE",
        width: "LARGE",
        alignment: "CENTER",
        containerData: { width: { size: "CONTENT" } },
      },
    });
  }

  function blocks(depth: number): RichContentNode[] {
    return several(depth === 0 ? 6 : 3, () => block(depth));
  }
  return blocks(0);
}

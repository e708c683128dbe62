import { decorationTypes, richContentNodeTypes } from "@porchlight/contract/blog/rich-content/rich-content";
import {
  richContentDecorationData,
  richContentNodeData,
  richContentShapes,
} from "@porchlight/contract/blog/rich-content/shapes";
import { fromHtml } from "hast-util-from-html";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareRichContent, RichContent } from "../rich-content.tsx";

/** Addresses, styles and markup that have run scripts or left their place somewhere. */
const payloads = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "java\u0000script:alert(1)",
  "\u0001javascript:alert(1)",
  "\u200bjavascript:alert(1)",
  "\ufeffjavascript:alert(1)",
  "ｊavascript:alert(1)",
  "javascript&colon;alert(1)",
  "javascript://example.org/%0aalert(1)",
  "https:javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "vbscript:msgbox(1)",
  "blob:https://example.org/1",
  "filesystem:https://example.org/1",
  "file:///etc/passwd",
  "view-source:javascript:alert(1)",
  "feed:javascript:alert(1)",
  "//relative.invalid/x",
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "</style><script>alert(1)</script>",
  "</textarea><svg/onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<!--><img src=x onerror=alert(1)>-->",
  "red;background:url(javascript:alert(1))",
  "red;position:fixed;inset:0",
  "expression(alert(1))",
  "url(https://evil.example/leak)",
  "#fff;behavior:url(#x)",
  "1px;}body{display:none}",
  "100%;background-image:url(//evil.example)",
  "rgb(0,0,0);x:url(//e)",
  "var(--x,url(//e))",
  "\\75rl(x)",
  "\u202egpj.exe",
  "\ud800",
  "{{constructor.constructor('alert(1)')()}}",
  'https://example.org/" onload=alert(1) x="',
  'https://www.youtube.com/embed/dQw4w9WgXcQ"onload=alert(1)',
  "https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://evil.example/#https://player.vimeo.com/video/12345",
];

type Values = Record<string, unknown>;

/** Every member of a shape, with `payload` wherever a text or a choice may stand. */
function filled(kind: string, payload: string): unknown {
  const [, item] = /^(.+)\[\]\d*$/.exec(kind) ?? [];
  if (item !== undefined) return [filled(item, payload), filled(item, payload)];
  const shape = (richContentShapes as Record<string, Record<string, string>>)[kind];
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, filled(one, payload)]));
  if (kind === "boolean") return true;
  if (kind.startsWith("number")) return 2;
  return kind === "texts" || kind === "object" ? { [payload]: payload } : payload;
}

function documentOf(payload: string, broken: Values): Values {
  const decorations = decorationTypes.map((type) => ({
    type,
    ...Object.fromEntries(
      Object.entries(richContentDecorationData).map(([name, kind]) => [name, filled(kind, payload)]),
    ),
    ...broken,
  }));
  const texts = decorations.map((decoration) => ({
    type: "TEXT",
    textData: { text: payload, decorations: [decoration] },
  }));
  const data = Object.fromEntries(
    Object.entries(richContentNodeData).map(([name, kind]) => [name, filled(kind, payload)]),
  );
  const style = filled("NodeStyle", payload);
  const nodeOf = (type: string, ...nodes: unknown[]) => ({
    type,
    id: payload,
    style,
    nodes,
    ...data,
    textData: undefined,
    ...broken,
  });
  const caption = nodeOf("CAPTION", ...texts);
  const paragraph = nodeOf("PARAGRAPH", ...texts);
  const parts: Record<string, unknown[]> = {
    TABLE: [nodeOf("TABLE_ROW", nodeOf("TABLE_CELL", paragraph)), caption],
    COLLAPSIBLE_LIST: [
      nodeOf(
        "COLLAPSIBLE_ITEM",
        nodeOf("COLLAPSIBLE_ITEM_TITLE", paragraph),
        nodeOf("COLLAPSIBLE_ITEM_BODY", paragraph),
      ),
    ],
    LAYOUT: [nodeOf("LAYOUT_CELL", paragraph)],
    SMART_BLOCK: [nodeOf("SMART_BLOCK_CELL", paragraph)],
  };
  return {
    nodes: [...richContentNodeTypes, payload].map((type) =>
      nodeOf(
        type,
        ...(parts[type] ??
          (type.endsWith("_LIST") ? [nodeOf("LIST_ITEM", paragraph)] : [caption, ...texts, paragraph])),
      ),
    ),
    documentStyle: filled("DocumentStyle", payload),
  };
}

/** Whether a browser that reads `address` on our page does no more than fetch or open something. */
function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address, "https://site.example/blog/post")) return true;
  return /^(?:https?|mailto|tel):$/.test(new URL(address, "https://site.example/blog/post").protocol);
}
const safeStyle = /^(?:[\w-]+:[\w\s.,%()/#-]+(?:;|$))*$/;
const allowedElements = new Set(
  (
    "div p span a img figure figcaption ul ol li table caption colgroup col thead tbody tr th td section details summary video audio " +
    "source picture blockquote pre code hr br strong em u s sup sub h1 h2 h3 h4 h5 h6 nav button form fieldset legend label input"
  ).split(" "),
);

/** What is wrong with a page, in words. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  const waiting: ReturnType<typeof fromHtml>["children"] = [...fromHtml(html, { fragment: true }).children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "comment") found.push(`comment ${node.value}`);
    if (node.type !== "element") continue;
    waiting.push(...(node.children as typeof waiting));
    if (!allowedElements.has(node.tagName)) found.push(`<${node.tagName}>`);
    for (const [name, value] of Object.entries(node.properties)) {
      const text = Array.isArray(value) ? value.join(" ") : String(value);
      if (/^on/i.test(name) || /^(?:srcDoc|formAction|action|background|xLinkHref|is)$/i.test(name))
        found.push(`${name}=${text}`);
      if (/^(?:href|src|srcSet|poster)$/.test(name) && !isSafeAddress(text)) found.push(`${name}=${text}`);
      if (name === "style" && (!safeStyle.test(text) || /url|expression|position|behavior/i.test(text)))
        found.push(`style=${text}`);
    }
  }
  return found;
}

beforeAll(() => prepareRichContent({ nodes: [{ type: "TABLE", id: "", nodes: [] }] }));

describe("a hostile document", () => {
  it.each(payloads)("does none with %j in every member of every node and decoration", (payload) => {
    const html = renderToStaticMarkup(<RichContent content={documentOf(payload, {}) as never} headingOffset={1} />);
    expect(dangersIn(html)).toEqual([]);
    expect(html.length).toBeGreaterThan(1000);
  });

  it("would be detected by this test if it injected something", () => {
    expect(dangersIn('<a href="javascript:alert(1)" onclick="x">x</a>')).toHaveLength(2);
    expect(dangersIn('<p style="color:red;background:url(x)">x</p><script></script><iframe></iframe>')).toHaveLength(3);
    expect(dangersIn('<a href=" java&#10;script:x">x</a><img src="data:x">')).toHaveLength(2);
  });

  it.each([null, 7, true, "x", [], {}, [null], { nodes: 5 }])("does not fall over data that is %j", (junk) => {
    const broken = Object.fromEntries(
      [...Object.keys(richContentNodeData), ...Object.keys(richContentDecorationData), "style"].map((name) => [
        name,
        junk,
      ]),
    );
    const html = renderToStaticMarkup(<RichContent content={documentOf("x", broken) as never} />);
    // What a component throws ends at the boundary around the text, which then is empty.
    expect(html).toContain("<p");
  });

  it.each([null, 7, true, [], [null], "x"])("does not fall over members that are %j", (junk) => {
    const spoilt = (kind: string): Values =>
      Object.fromEntries(
        Object.keys((richContentShapes as Record<string, object>)[kind] ?? {}).map((name) => [name, junk]),
      );
    const broken = Object.fromEntries(
      Object.entries({ ...richContentNodeData, ...richContentDecorationData }).map(([name, kind]) => [
        name,
        spoilt(kind),
      ]),
    );
    const html = renderToStaticMarkup(<RichContent content={documentOf("x", broken) as never} />);
    // What a component throws ends at the boundary around the text, which then is empty.
    expect(html).toContain("<p");
  });
});

import { describe, expect, it } from "vitest";
import { outlineOf } from "../../test/outline.ts";
import { markdownToRichContent } from "../rich-content/markdown/markdown-to-rich-content.ts";
import { adaptMarkdown } from "./parse-post.ts";

function adapt(lines: string[], { isMdx = false, isJekyll = false } = {}) {
  const notes: string[] = [];
  const adapted = adaptMarkdown(lines.join("\n"), {
    isJekyll,
    isMdx,
    title: "T",
    excerptSeparator: undefined,
    findPost: () => undefined,
    warn: (line, reason) => notes.push(`${line}: ${reason}`),
  });
  return { lines: adapted.split("\n"), notes };
}
const mdx = { isMdx: true };

describe("callouts", () => {
  it.each<[string, string[], object, string[]]>([
    ["Docusaurus", [":::note", "", "Some *text*.", "", ":::"], {}, ["> [!NOTE]", ">", "> Some *text*.", ">", ""]],
    [
      "Docusaurus with a title",
      [":::danger Take care", "Hot", ":::", "after"],
      {},
      ["> [!CAUTION]", "> **Take care**", ">", "> Hot", "after"],
    ],
    [
      "Starlight",
      [":::tip[Did you *know*?]", "Yes", ":::"],
      {},
      ["> [!TIP]", "> **Did you \\*know\\*?**", ">", "> Yes"],
    ],
    ["VitePress", ["::: warning", "x", ":::"], {}, ["> [!WARNING]", "> x", ""]],
    [
      "nested",
      ["::::info", "a", ":::tip", "b", ":::", "c", "::::"],
      {},
      ["> [!NOTE]", "> a", "> > [!TIP]", "> > b", ">", "> c", ""],
    ],
    [
      "a component",
      ['<Aside type="caution" title="Hot">', "  Some `{code}`", "</Aside>"],
      mdx,
      ["> [!CAUTION]", "> **Hot**", ">", "> Some `{code}`"],
    ],
    ["Hugo", ['{{< callout type="warning" >}}', "x", "{{< /callout >}}"], {}, ["> [!WARNING]", "> x", ""]],
    ["Hugo by name", ['{{% tip "Salt" %}}', "x", "{{% /tip %}}"], {}, ["> [!TIP]", "> **Salt**", ">", "> x"]],
    [
      "a Jekyll include",
      ['{% include note.html content="Some text" %}'],
      { isJekyll: true },
      ["> [!NOTE]", "> Some text"],
    ],
    [
      "a Jekyll include with a type",
      ['{% include alert.html type="danger" text="Hot" %}'],
      { isJekyll: true },
      ["> [!CAUTION]", "> Hot"],
    ],
  ])("of %s become GitHub's", (_name, markdown, options, expected) => {
    expect(adapt(markdown, options)).toEqual({ lines: expected, notes: [] });
  });

  it("become callouts of rich content, with code in them", () => {
    const { lines } = adapt([":::warning", "Run:", "```sh", ":::", "rm x", "```", ":::", "", "after"]);
    const { richContent } = markdownToRichContent(lines.join("\n"), {
      warn: () => undefined,
      resolveLink: (url) => url,
      resolveImage: (url) => ({ url }),
    });
    expect(outlineOf(richContent.nodes)).toContain("CODE_BLOCK");
    expect(richContent.nodes.map(({ type }) => type)).toEqual(["LAYOUT", "PARAGRAPH"]);
  });

  it("in code or without an end at their level are text", () => {
    const code = ["```md", ":::note", "x", ":::", "```"];
    expect(adapt(code).lines).toEqual(code);
    expect(adapt(["a ::: note", ":::unknown", "x", ":::"]).lines).toEqual(["a ::: note", ":::unknown", "x", ":::"]);
  });
});

it("collapsible parts become details", () => {
  const expected = ["<details><summary>More</summary>", "", "x", "", "</details>"];
  expect(adapt([":::details More", "x", ":::"]).lines).toEqual(expected);
  expect(adapt(['{{< details summary="More" >}}', "x", "{{< /details >}}"]).lines).toEqual(expected);
});

it("tabs are imported one after the other, reported once", () => {
  const { lines, notes } = adapt(
    [
      "<Tabs>",
      '  <TabItem value="npm" label="npm">',
      "    ```sh",
      "    npm i",
      "    ```",
      "  </TabItem>",
      '  <TabItem value="yarn">',
      "    Text",
      "  </TabItem>",
      "</Tabs>",
      "<Tabs>",
      "</Tabs>",
    ],
    mdx,
  );
  expect(lines.filter((line) => line !== "")).toEqual(["**npm**", "```sh", "npm i", "```", "**yarn**", "Text"]);
  expect(notes).toEqual(['1: The container "Tabs" is not supported; its parts are imported one after the other.']);
});

it("constructs without a meaning are reported once per kind", () => {
  expect(adapt(["{{< icon a >}} {{< icon b >}} {{< qr >}}"]).notes).toEqual([
    '1: The shortcode "{{< icon a >}}" is not supported.',
    '1: The shortcode "{{< qr >}}" is not supported.',
  ]);
  const { notes } = adapt(['import A from "./a"', 'import B from "./b"', "", "<A/> <A/> <B/> {f(1)} {f(2)}"], mdx);
  expect(notes).toHaveLength(4);
});

it.each<[string, string, object, string]>([
  ["a file", '{{< video src="/talk.mp4" >}}', {}, '<video src="/talk.mp4"></video>'],
  ["an audio file", '{% include audio.html src="/talk.mp3" %}', { isJekyll: true }, '<audio src="/talk.mp3"></audio>'],
  [
    "YouTube",
    '{% include video.html url="https://youtu.be/w7Ft2ymGmfc" %}',
    { isJekyll: true },
    '<iframe src="https://www.youtube.com/embed/w7Ft2ymGmfc"></iframe>',
  ],
  [
    "YouTube by an include",
    '{% include youtube-player.html id="w7Ft2ymGmfc" %}',
    { isJekyll: true },
    '<iframe src="https://www.youtube.com/embed/w7Ft2ymGmfc"></iframe>',
  ],
  [
    "YouTube by a component",
    '<LiteYouTubeEmbed id="w7Ft2ymGmfc" />',
    mdx,
    '<iframe src="https://www.youtube.com/embed/w7Ft2ymGmfc"></iframe>',
  ],
  ["an image of Docusaurus", "<img src={require('./a.png').default} alt=\"A\" />", mdx, "![A](<./a.png>)"],
  ["the end of an excerpt", "{/* truncate */}", mdx, "<!-- more -->"],
  ["the end of an excerpt in Markdown", "<!-- truncate -->", {}, "<!-- more -->"],
])("%s is carried", (_name, markdown, options, expected) => {
  expect(adapt([markdown], options)).toEqual({ lines: [expected], notes: [] });
});

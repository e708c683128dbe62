import { describe, expect, it } from "vitest";
import { maxLinearGrowth, measureGrowth } from "../../test/measure-growth.ts";
import type { GeneratorContext } from "../generators/text-parts.ts";
import { adaptMarkdown } from "./parse-post.ts";

function adapt(markdown: string, context: Partial<GeneratorContext> = {}) {
  const notes: [number, string][] = [];
  const adapted = adaptMarkdown(markdown, {
    isJekyll: false,
    isMdx: false,
    title: "The title",
    excerptSeparator: undefined,
    findPost: (reference) => (/^(?:posts\/)?other|2024-05-06-other/.test(reference) ? "@/posts/other.md" : undefined),
    warn: (line, reason) => notes.push([line, reason]),
    ...context,
  });
  return { adapted, notes };
}

const jekyll = (markdown: string) => adapt(markdown, { isJekyll: true });
const mdx = (markdown: string) => adapt(markdown, { isMdx: true });

describe("Markdown without extensions", () => {
  it.each([
    "Plain *text* with {braces}, {{ handlebars }} and {% percent %}.",
    "`{{< figure src=x >}}` and ``{% raw %}``",
    "```liquid\n{% highlight ruby %}\n{{ site.baseurl }}\n```\n",
    "~~~\n{{< youtube x >}}\n```\n~~~\n",
    "> ```\n> {{ a() }}\n> ```\n",
    "<!-- {{< youtube x >}} -->",
    "text {: .not-kramdown }",
  ])("is unchanged: %j", (markdown) => {
    expect(adapt(markdown)).toEqual({ adapted: markdown, notes: [] });
  });
});

describe("Hugo's shortcodes", () => {
  it("of images become images with their text", () => {
    const { adapted, notes } = adapt(
      'a {{< figure src="images/a b.png" alt="An [alt]" title="T" caption="With *words* and <b>tags</b> and \\"quotes\\"" >}} b',
    );
    expect(adapted).toBe('a ![An \\[alt\\]](<images/a b.png> "T – With words and tags and \\"quotes\\"") b');
    expect(notes).toEqual([]);
    expect(adapt('{{< figure src="a.png" link="https://example.org/" >}}').adapted).toBe(
      "[![](<a.png>)](<https://example.org/>)",
    );
    expect(adapt("{{% img src=a.png class=wide /%}}").adapted).toBe("![](<a.png>)");
  });

  it.each([
    ["{{< gist spf13 7896402 >}}", "<https://gist.github.com/spf13/7896402>"],
    [
      '{{< tweet user="SanDiegoZoo" id="1453110110599868418" >}}',
      "<https://x.com/SanDiegoZoo/status/1453110110599868418>",
    ],
    ["{{< instagram CxOWiQNP2MO >}}", "<https://www.instagram.com/p/CxOWiQNP2MO>"],
  ])("of embedded content become links: %s", (shortcode, link) => {
    expect(adapt(`a\n\n${shortcode}\n`)).toEqual({
      adapted: `a\n\n${link}\n`,
      notes: [[3, `The shortcode "${shortcode.replaceAll('"', "'")}" is not supported; it is imported as a link.`]],
    });
  });

  it.each([
    ["{{< youtube w7Ft2ymGmfc >}}", "https://www.youtube.com/embed/w7Ft2ymGmfc"],
    ['{{< youtube id="w7Ft2ymGmfc" autoplay=true >}}', "https://www.youtube.com/embed/w7Ft2ymGmfc"],
    ["{{< vimeo 146022717 >}}", "https://player.vimeo.com/video/146022717"],
  ])("of videos become players: %s", (shortcode, player) => {
    expect(adapt(shortcode)).toEqual({ adapted: `<iframe src="${player}"></iframe>`, notes: [] });
  });

  it("of code become code", () => {
    const { adapted } = adapt(
      '{{< highlight go "linenos=table" >}}\nfmt.Println("{{ `x` }}")\n{{< /highlight >}}\nafter',
    );
    expect(adapted).toBe('```go\nfmt.Println("{{ `x` }}")\n```\nafter');
    expect(adapt("x {{< highlight go >}}a < *b*{{< /highlight >}} y").adapted).toBe(
      'x <pre><code class="language-go">a &#60; &#42;b&#42;</code></pre> y',
    );
    expect(adapt("- item\n\n  {{< highlight md >}}\n  ```\n  {{< /highlight >}}\n").adapted).toBe(
      "- item\n\n  ````md\n  ```\n  ````\n",
    );
  });

  it("of references become addresses", () => {
    expect(
      adapt('[a]({{< ref "posts/other.md#part" >}}) [b]({{% relref path="other" %}}) [c]({{< ref "gone.md" >}})'),
    ).toEqual({
      adapted: "[a](@/posts/other.md) [b](@/posts/other.md) [c](gone.md)",
      notes: [],
    });
  });

  it("that are unknown add a note, and their content is retained", () => {
    const { adapted, notes } = adapt(
      'a {{< icon "x" >}} b\n\n{{% notice\n  tip %}}\nInner {{< param "x" >}}\n{{% /notice %}}\nend',
    );
    expect(adapted).toBe("a  b\n\n\n\nInner \n\nend");
    expect(notes).toEqual([
      [1, `The shortcode "{{< icon 'x' >}}" is not supported.`],
      [3, `The shortcode "{{% notice tip %}}" is not supported; only the text within it is imported.`],
      [5, `The shortcode "{{< param 'x' >}}" is not supported.`],
    ]);
  });

  it("that are escaped are shown", () => {
    expect(adapt("```\n{{</* youtube x */>}}\n```\nand {{%/* note */%}} here")).toEqual({
      adapted: "```\n{{< youtube x >}}\n```\nand {{% note %}} here",
      notes: [],
    });
  });
});

describe("Zola's shortcodes", () => {
  it("become images and links, or add a note and retain their content", () => {
    const { adapted, notes } = adapt(
      [
        '{{ image(path="a.png", alt="An alt") }}',
        '{{ youtube(id="w7Ft2ymGmfc", autoplay=true) }}',
        'a {{ icon(name="x") }} b',
        '{{ video(url="https://example.org/a_b_c") }}',
        '{% note(kind="x") %}',
        "inner",
        "{% end %}",
        "{{closure}} and `{{ a() }}`",
      ].join("\n"),
    );
    expect(adapted.split("\n")).toEqual([
      "![An alt](<a.png>)",
      '<iframe src="https://www.youtube.com/embed/w7Ft2ymGmfc"></iframe>',
      "a  b",
      '<video src="https://example.org/a_b_c"></video>',
      "",
      "inner",
      "",
      "{{closure}} and `{{ a() }}`",
    ]);
    expect(notes).toEqual([
      [3, `The shortcode "{{ icon(name='x') }}" is not supported.`],
      [5, `The shortcode "{% note(kind='x') %}" is not supported; only the text within it is imported.`],
    ]);
  });
});

describe("Jekyll's Liquid", () => {
  it("resolves addresses", () => {
    expect(
      jekyll(
        [
          "[a]({% post_url 2024-05-06-other %})",
          "[b]({{ site.baseurl }}{% link _posts/2024-05-06-other.md %})",
          '![c]({{ "/assets/c.png" | relative_url }})',
          "![d]({{ site.url }}{{ site.baseurl }}/assets/d.png)",
          "[e]({% post_url 2020-01-01-gone %}) [f]({% link files/f.pdf %})",
        ].join("\n"),
      ),
    ).toEqual({
      adapted: [
        "[a](@/posts/other.md)",
        "[b](@/posts/other.md)",
        "![c](/assets/c.png)",
        "![d](/assets/d.png)",
        "[e](2020-01-01-gone) [f](/files/f.pdf)",
      ].join("\n"),
      notes: [],
    });
  });

  it("converts code, and leaves raw text unchanged", () => {
    const { adapted, notes } = jekyll(
      "{% highlight ruby linenos %}\nputs '{{ x }}'\n{% endhighlight %}\n\n`{% raw %}{{ page.title }}{% endraw %}`\n{% raw %}{% if a %}{% endraw %}",
    );
    expect(adapted).toBe("```ruby\nputs '{{ x }}'\n```\n\n`{{ page.title }}`\n{% if a %}");
    expect(notes).toEqual([]);
  });

  it("includes files that are next to the post", () => {
    const files = new Map([["parts/tide.md", "The *tide* of {{ page.title }}.\n\n{% include_relative more.md %}"]]);
    const markdown = "Before\n\n{% include_relative parts/tide.md %}\n\n{% include_relative gone.md %}";
    const { adapted, notes } = adapt(markdown, { isJekyll: true, findInclude: (reference) => files.get(reference) });
    expect(adapted.trimEnd()).toBe("Before\n\nThe *tide* of The title.");
    expect(notes).toEqual([
      [3, 'The Liquid tag "{% include_relative more.md %}" is not supported.'],
      [5, 'The Liquid tag "{% include_relative gone.md %}" is not supported.'],
    ]);
  });

  it("is evaluated, or removed with a note", () => {
    const { adapted, notes } = jekyll(
      '{{ page.title }}\n{% comment %}\nhidden {{ x }}\n{% endcomment %}\n{{ page.date | date: \'%Y\' }}\n{% if a %}\ninner\n{% endif %}\n{% include figure.html src="/a.png" caption="C" %}\n{% include youtube.html id="abc" %}\n{% include share.html %}\n{% gist ada/123 %}',
    );
    expect(adapted.split("\n")).toEqual([
      "The title",
      ...["", "", "", "", "", "inner", ""],
      '![C](<\u002fa.png> "C")',
      "<https://www.youtube.com/watch?v=abc>",
      "",
      "<https://gist.github.com/ada/123>",
    ]);
    expect(notes).toEqual([
      [5, `The Liquid output "{{ page.date | date: '%Y' }}" is not supported.`],
      [6, `The Liquid tag "{% if a %}" is not supported; only the text within it is imported.`],
      [10, `The Liquid tag "{% include youtube.html id='abc' %}" is not supported; it is imported as a link.`],
      [11, `The Liquid tag "{% include share.html %}" is not supported.`],
      [12, `The Liquid tag "{% gist ada/123 %}" is not supported; it is imported as a link.`],
    ]);
  });

  it("and attributes of kramdown are removed", () => {
    expect(jekyll("* TOC\n{:toc}\n\n![a](b.png){: .wide } `x`{:.lang}\n\nText\n{: .lead}\n{:class='x'}\nMore")).toEqual(
      {
        adapted: "\n\n\n![a](b.png) `x`\n\nText\n\n\nMore",
        notes: [],
      },
    );
  });

  it("is detected by its tags outside of a site", () => {
    expect(adapt("{% raw %}{{ x }}{% endraw %} {{ site.baseurl }}/a").adapted).toBe("{{ x }} /a");
  });
});

describe("MDX", () => {
  it("resolves imported images, with notes for other imports and exports", () => {
    const { adapted, notes } = mdx(
      [
        "",
        "import { Image } from 'astro:assets';",
        "import hero from '../images/hero image.png';",
        'import Card from "../components/Card.astro"',
        "export const meta = { a: 1 };",
        "",
        "# Text",
        "",
        '<Image src={hero} alt="A hero" width={800} />',
        "<img src={hero.src} alt={'Quoted'} />",
        "",
        "```js",
        "",
        "import x from 'y';",
        "```",
      ].join("\n"),
    );
    expect(adapted.split("\n")).toEqual([
      ...["", "", "", "", "", "", "# Text", ""],
      "![A hero](<../images/hero image.png>)",
      "![Quoted](<../images/hero image.png>)",
      ...["", "```js", "", "import x from 'y';", "```"],
    ]);
    expect(notes).toEqual([
      [2, 'The import of "astro:assets" is not supported.'],
      [5, 'The statement "export const meta = { a: 1 };" is not supported.'],
    ]);
  });

  it("removes components and expressions and retains their text", () => {
    const { adapted, notes } = mdx(
      [
        '<Callout type="info" style={{ color: "red", sizes: [{ a: 1 }] }}>',
        "  Inner *text*",
        "</Callout>",
        '<YouTube id="abc" />',
        "{/* a comment */}{' '}{'text'} {Math.max(1, 2)}",
        '<div className="x" style={{ color: "red" }} id="here">kept</div>',
        "<>fragment</> <Tabs.Tab",
        '  label="x"',
        "/> 1 < 2 and `{code}`",
      ].join("\n"),
    );
    expect(adapted.split("\n")).toEqual([
      "",
      "  Inner *text*",
      "",
      "<https://www.youtube.com/watch?v=abc>",
      " text ",
      '<div classname="x" id="here">kept</div>',
      "fragment ",
      "",
      " 1 < 2 and `{code}`",
    ]);
    expect(notes).toEqual([
      [1, "<Callout> is not supported; only its text is imported."],
      [4, "<YouTube> is not supported; it is imported as a link."],
      [5, `The expression "{Math.max(1, 2)}" is not supported.`],
      [7, "<Tabs.Tab> is not supported; only its text is imported."],
    ]);
  });

  it("is not detected in other Markdown", () => {
    const markdown = "import x\n\n<Callout>{a}</Callout>";
    expect(adapt(markdown)).toEqual({ adapted: markdown, notes: [] });
  });
});

describe("an excerpt separator", () => {
  it("becomes the standard mark", () => {
    expect(adapt("a\n\n<!--end-->\n\nb", { excerptSeparator: "<!--end-->" }).adapted).toBe("a\n\n<!-- more -->\n\nb");
    expect(adapt("a\n\nb", { excerptSeparator: "<!--end-->" }).adapted).toBe("a\n\nb");
    expect(adapt("a\n<!--more-->\nb", { excerptSeparator: "<!--more-->" }).adapted).toBe("a\n<!--more-->\nb");
  });
});

describe("every generator", () => {
  const hostile = [
    "{{< a ",
    '{{< a "',
    "{% raw %}",
    "{% highlight x %}",
    "{{ a(",
    "{{ ",
    "{",
    "<A b={",
    "<a ",
    "`",
    "` `` ",
    "``\n\n` ",
    "import a\n\n",
    "{:",
    "<!--",
    ":::note\n",
    "<Aside>\n",
    "{{< note >}}\n",
    '{% include note.html content="',
    "<!-- truncate",
  ];

  it.each(hostile)("takes linear time for a text of %j", (piece) => {
    const work = (count: number) => {
      const markdown = `{% raw %}x{% endraw %} {{< b >}} ${piece.repeat(count)}`;
      for (const context of [{}, { isJekyll: true }, { isMdx: true }]) adapt(markdown, context);
    };
    expect(measureGrowth(work, 3_000)).toBeLessThan(maxLinearGrowth);
  });

  it("preserves line numbers", () => {
    const markdown = [
      "{{< figure",
      '  src="a.png"',
      ">}}",
      "{% comment %}",
      "x",
      "{% endcomment %}",
      "<Foo",
      "  a={1}",
      "/>",
      "{% highlight x %}",
      "",
      "{% endhighlight %}",
      "{{< highlight x >}}{{< /highlight >}}",
    ].join("\n");
    for (const context of [{}, { isJekyll: true }, { isMdx: true }]) {
      expect(adapt(`${markdown}\nlast`, context).adapted.split("\n").at(-1)).toBe("last");
      expect(adapt(`${markdown}\nlast`, context).adapted.split("\n")).toHaveLength(14);
    }
  });
});

describe("Hexo's tags", () => {
  it.each<[name: string, markdown: string, expected: string]>([
    ["code", "{% codeblock Title lang:js %}\nlet a = 1;\n{% endcodeblock %}", "```js\nlet a = 1;\n```"],
    [
      "quote",
      "{% blockquote Ada Miller, On bread https://one.example/ The book %}\nSalt *late*.\n\nAlways.\n{% endblockquote %}",
      "> Salt *late*.\n>\n> Always.\n>\n> — Ada Miller, On bread, [The book](<https://one.example/>)",
    ],
    ["pull quote", "{% pullquote left %}\nLess.\n{% endpullquote %}", "> Less.\n\n"],
    ["image", `{% img left /images/a.png 300 200 '"A title" "An alt"' %}`, '![An alt](</images/a.png> "A title")'],
    ["image of the post", '{% asset_img a.png "A title" %}', '![A title](<a.png> "A title")'],
    ["link to a file", '{% asset_link plan.pdf "The plan" %}', "[The plan](<plan.pdf>)"],
    ["link", "{% link Two https://two.example/ %}", "[Two](<https://two.example/>)"],
    ["link to a post", '{% post_link other "The other" %}', "[The other](<@/posts/other.md>)"],
    ["video", "{% youtube w7Ft2ymGmfc %}", '<iframe src="https://www.youtube.com/embed/w7Ft2ymGmfc"></iframe>'],
    ["frame", "{% iframe https://two.example/ 100 50 %}", '<iframe src="https://two.example/"></iframe>'],
  ])("%s", (_, markdown, expected) => {
    expect(jekyll(markdown)).toEqual({ adapted: expected, notes: [] });
  });

  it("of fiddles and gists become links", () => {
    const { adapted, notes } = jekyll("{% jsfiddle ccWP7 %}\n{% gist 1234abcd %}");
    expect(adapted).toBe("<https://jsfiddle.net/ccWP7/>\n<https://gist.github.com/1234abcd>");
    expect(notes).toHaveLength(2);
  });

  it("are recognized outside of a site", () => {
    expect(adapt("{% asset_img a.png %}").adapted).toBe("![](<a.png>)");
  });
});

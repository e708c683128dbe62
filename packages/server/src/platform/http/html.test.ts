import { describe, expect, it } from "vitest";
import { html, scriptJson } from "./html.ts";

describe("html", () => {
  it("escapes values in text and in quoted attributes", () => {
    expect(html`<a title="${`"'><&`}">${"<script>"}</a>`.text).toBe(
      '<a title="&quot;&#39;&gt;&lt;&amp;">&lt;script&gt;</a>',
    );
  });

  it("inserts its own markup, joins lists and omits missing values", () => {
    expect(
      html`<ul>${["a", "<b>"].map((item) => html`<li>${item}</li>`)}</ul>${undefined}${null}${false}${0}`.text,
    ).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul>0");
  });

  it("serializes JSON that cannot close a script element", () => {
    const value = { text: "</script><!--\u2028\u2029&" };
    const written = scriptJson(value).text;
    expect(written).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(written)).toEqual(value);
  });
});

import { describe, expect, it } from "vitest";
import { readXml } from "../../../test/read-xml.ts";
import { escapeXml, xml } from "./xml.ts";

const hostile = `</title><script>alert("1" + '2')</script> & ]]> <!-- &lt; <![CDATA[`;

describe("xml", () => {
  it("keeps hostile text as text, in elements and in attributes", () => {
    const { text } = xml`<?xml version="1.0" encoding="UTF-8"?>\n<a b="${hostile}">${hostile}</a>`;
    expect(readXml(text)).toMatchObject({ text: hostile, attributes: { b: hostile }, children: [] });
  });

  it("leaves out characters that XML does not have, and keeps those beyond the first plane", () => {
    expect(escapeXml("a\u0000\u0008b\ud800c\uffffd\t\n🏮")).toBe("abcd\t\n🏮");
  });

  it("joins lists and lets nothing vanish as nothing", () => {
    expect(xml`<r>${["a", "b"].map((item) => xml`<i>${item}</i>`)}${undefined}</r>`.text).toBe(
      "<r><i>a</i><i>b</i></r>",
    );
  });
});

describe("the tests' own reader", () => {
  it.each(["<a>", "<a></b>", "<a/><b/>", "<a>&nbsp;</a>", "<a>a & b</a>", '<a b="<"/>', '<a b="1" b="2"/>', "x<a/>"])(
    "refuses %s",
    (text) => expect(() => readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)).toThrow(),
  );
});

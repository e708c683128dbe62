import { describe, expect, it } from "vitest";
import { readXml } from "../../../test/read-xml.ts";
import { escapeXml, xml } from "./xml.ts";

const hostile = `</title><script>alert("1" + '2')</script> & ]]> <!-- &lt; <![CDATA[`;

describe("xml", () => {
  it("escapes hostile text in elements and attributes", () => {
    const { text } = xml`<?xml version="1.0" encoding="UTF-8"?>\n<a b="${hostile}">${hostile}</a>`;
    expect(readXml(text)).toMatchObject({ text: hostile, attributes: { b: hostile }, children: [] });
  });

  it("removes characters that XML cannot represent and retains those beyond the BMP", () => {
    expect(escapeXml("a\u0000\u0008b\ud800c\uffffd\t\n🏮")).toBe("abcd\t\n🏮");
  });

  it("joins lists and renders undefined as nothing", () => {
    expect(xml`<r>${["a", "b"].map((item) => xml`<i>${item}</i>`)}${undefined}</r>`.text).toBe(
      "<r><i>a</i><i>b</i></r>",
    );
  });
});

describe("the XML parser of the tests", () => {
  it.each(["<a>", "<a></b>", "<a/><b/>", "<a>&nbsp;</a>", "<a>a & b</a>", '<a b="<"/>', '<a b="1" b="2"/>', "x<a/>"])(
    "rejects %s",
    (text) => expect(() => readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)).toThrow(),
  );
});

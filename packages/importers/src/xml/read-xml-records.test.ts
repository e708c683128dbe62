import { describe, expect, it } from "vitest";
import { readXmlRecords } from "./read-xml-records.ts";

async function* of(...chunks: string[]) {
  yield* chunks;
}

async function read(text: AsyncIterable<string>) {
  const records = [];
  for await (const record of readXmlRecords(text, "blog.xml", (name) => name === "item")) records.push(record);
  return records;
}

describe("a hostile document", () => {
  // 1.4 MB, which takes minutes to parse to its end.
  it("is rejected if it nests too deeply", async () => {
    const nested = `<rss>\n${"<a><b>".repeat(100_000)}${"</b></a>".repeat(100_000)}</rss>`;
    await expect(read(of(nested))).rejects.toThrow('"blog.xml" nests deeper than 200 levels in line 2.');
  });

  it("is read up to its first error", async () => {
    let wasRead = false;
    async function* text() {
      yield "<rss>\n<a></b>";
      wasRead = true;
    }
    await expect(read(text())).rejects.toThrow('"blog.xml" is damaged: unexpected close tag');
    expect(wasRead).toBe(false);
  });

  it("is passed to the parser in chunks that keep characters whole", async () => {
    const long = "😀".repeat(100_001);
    const records = await read(of(`<rss><item>x${long}</item></rss>`));
    expect(records).toMatchObject([{ kind: "element", element: { text: `x${long}` } }]);
  });
});

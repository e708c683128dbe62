import { parse, stripIgnoredCharacters } from "graphql";
import { describe, expect, it } from "vitest";
import { printDocument } from "./print-document.ts";

const withoutLocations = (text: string) => JSON.parse(JSON.stringify(parse(text, { noLocation: true })));

describe("printDocument", () => {
  it.each([
    "{ posts { nodes { title } } }",
    'query Q($id: ID!, $ids: [[ID!]!] = [["a"]], $n: Int = 3 @a) @b(x: 1) { p: post(id: $id) @include(if: true) { id } }',
    'mutation { insertItem(dataCollectionId: "C", dataItem: { data: { a: [1, -2.5e3, null, true, RED], b: {} } }) { id } }',
    'query { a(text: "\\u0000 \\" \\\\ \\n ü 😀", block: """\n  one\n    two\n""") }',
    "query ($a: Int) { ...F ... on Query { x } ... @skip(if: false) { y } } fragment F on Query @c { z(a: $a) }",
    "subscription { a }",
  ])("preserves the meaning of %s", (text) => {
    const document = parse(text);
    const printed = printDocument(document as never);
    expect(withoutBlocks(withoutLocations(printed))).toEqual(withoutBlocks(withoutLocations(text)));
    expect(stripIgnoredCharacters(printed).length).toBeLessThanOrEqual(stripIgnoredCharacters(text).length + 10);
  });
});

/** A block string and a string with the same value are equal. */
function withoutBlocks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === "block" ? undefined : inner)));
}

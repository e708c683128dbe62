import { describe, expect, it } from "vitest";
import { elementsOf, findMembers, withMembers } from "./json-members.ts";

const item = {
  _id: 'a"b\\',
  title: 'Sco"nes\\',
  'k"ey': 1,
  list: [{ title: "inner" }, ["}", "]", '"'], {}],
  none: null,
  yes: true,
  number: -1.5,
  empty: "",
  last: { deep: { title: [1, 2] } },
};

describe("members of a JSON text", () => {
  it.each([JSON.stringify(item), JSON.stringify(item, undefined, 2), JSON.stringify(item).replaceAll(":", ": ")])(
    "are found as they stand there (%#)",
    (json) => {
      const keys = new Set([...Object.keys(item), "missing", "deep"]);
      const found = findMembers(json, keys);
      const parsed = Object.fromEntries(
        [...found].map(([key, { from, to }]) => [key, JSON.parse(json.slice(from, to))]),
      );
      expect(parsed).toEqual(JSON.parse(json));
      for (const key of Object.keys(item)) expect([...findMembers(json, new Set([key])).keys()]).toEqual([key]);
    },
  );

  it("are split into the texts of list elements", () => {
    for (const list of [[], [1], [1, "a]\\", [2, [3]], { b: "}" }, null, true]])
      for (const spaces of [undefined, 2]) {
        const json = JSON.stringify({ list, more: [4] }, undefined, spaces);
        const elements = elementsOf(json, findMembers(json, new Set(["list"])).get("list")!);
        expect(elements.map((text) => JSON.parse(text))).toEqual(list);
      }
  });

  it("are replaced in place, or appended", () => {
    const json = JSON.stringify(item);
    const found = findMembers(json, new Set(["title", "list", "last", "more", "other"]));
    const members = new Map([
      ["other", "[1]"],
      ["last", "{}"],
      ["title", "null"],
      ["more", '"x"'],
    ]);
    const expected = { ...item, title: null, last: {}, other: [1], more: "x" };
    expect(withMembers(json, found, members)).toBe(JSON.stringify(expected));
    expect(withMembers(json, found, new Map())).toBe(json);
    expect(withMembers("{}", new Map(), new Map([["a", "1"]]))).toBe('{"a":1}');
    expect(findMembers("{}", new Set(["a"])).size).toBe(0);
  });
});

import { createApiKey } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { createDraw, type Draw, internalsPattern, toJson } from "./fuzz.ts";
import { fuzzFieldPaths as names, putFuzzCollections } from "./fuzz-fixtures.ts";
import { startServer } from "./running-server.ts";

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Fuzz", role: "admin" });
const visitor = await server.visitorToken();
const livePath = "/_api/porchlight/v1/data/items/live";

const scalars: readonly unknown[] = [
  ...["Emma", "", "%_\\", "\u0130", "😀", "x".repeat(5_000), 0, -0, 474, 1e308, 5e-324, 2 ** 53, true, null],
  ...[{ $date: "2024-05-06T07:08:09.123Z" }, { $date: "0001-01-01T00:00:00Z" }, { $date: "soon" }, { $date: 5 }],
  ...[{}, { a: 1 }, [], [[]], "the number 1e999"],
];
const operators = ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$startsWith", "$endsWith", "$contains", "$exists"];
const listOperators = ["$in", "$hasSome", "$hasAll"];
const oddNames = ["a b", "__proto", "a'--", 'a"b', "$x", "a.b.c.d.e.f", "", "🦄", "toString", "constructor.name"];
const matches = [
  { ignoreCase: true, spec: [{ type: "literal", value: "(a+)+$\\" }] },
  { ignoreCase: true, spec: [{ type: "anyOf", value: "[^]" }] },
  {
    ignoreCase: true,
    spec: [
      { type: "anyOf", value: ["em", "😀", "\\"] },
      { type: "literal", value: "" },
    ],
  },
  { ignoreCase: true, spec: Array(101).fill({ type: "literal", value: "a" }) },
  { ignoreCase: true, spec: 5 },
];

const texts = ["em", "", "%_\\", "\u0130", "😀", "ﬀ", "İ".repeat(100), "'; --"];
const numbers = [0, -0, 474, -1.5, 1e308, 5e-324, 2 ** 53];
const values = [
  ...texts,
  ...numbers,
  true,
  false,
  { $date: "2024-05-06T07:08:09.123Z" },
  { $date: "0001-01-01T00:00:00Z" },
];

/** Mostly a valid operand. */
function operandOf(operator: string, draw: Draw): unknown {
  if (draw.chance() < 0.1) return draw.of(scalars);
  if (operator === "$exists") return draw.chance() < 0.5;
  if (operator === "$matches") return draw.of(matches);
  if (/With|contains/.test(operator)) return draw.of(texts);
  if (listOperators.includes(operator)) return Array.from({ length: draw.below(5) }, () => draw.of(values));
  return draw.of(values);
}

/** A random, mostly valid filter of any depth. */
function anyFilter(draw: Draw, depth = 0): unknown {
  if (draw.chance() < 0.01) return draw.of(scalars);
  if (depth < 12 && draw.chance() < 0.45) {
    const operator = draw.of(["$and", "$or", "$not"]);
    const length = operator === "$not" && draw.chance() < 0.95 ? 1 : draw.below(4);
    return { [operator]: Array.from({ length }, () => anyFilter(draw, depth + 1)) };
  }
  const name = draw.chance() < 0.97 ? draw.of(names) : draw.of(oddNames);
  if (draw.chance() < 0.2) return { [name]: draw.of([...values, null]) };
  const operator = draw.chance() < 0.98 ? draw.of([...operators, ...listOperators, "$matches"]) : "$near";
  return { [name]: { [operator]: operandOf(operator, draw) } };
}

/** Fails unless the response is a success or an error envelope without internals. */
function expectRefusal(status: number, text: string, description: string): void {
  expect(status, description).toBeLessThan(500);
  if (status < 400) return;
  expect(text, description).not.toMatch(internalsPattern);
  expect(text, description).not.toMatch(/data_items|data_sort_key|jsonb|::text/);
  expect(JSON.parse(text), description).toMatchObject({ message: expect.any(String), details: expect.any(Object) });
}

describe("any filter, sort and field", () => {
  const dataCollectionId = "Books";
  beforeAll(() => putFuzzCollections((path, body) => server.call("POST", path, { token: key, body })));

  const bodies: [string, (filter: unknown, draw: Draw) => object][] = [
    [
      "/wix-data/v2/items/query",
      (filter, draw) => ({ query: { filter, sort: anySort(draw), fields: [draw.of(names)] } }),
    ],
    ["/wix-data/v2/items/count", (filter) => ({ filter })],
    [
      "/wix-data/v2/items/search",
      (filter, draw) => ({ search: { filter, search: { expression: draw.of(["emma", "% _", "'"]) } } }),
    ],
    [
      "/wix-data/v2/items/query-distinct-values",
      (filter, draw) => ({ filter, fieldName: draw.of(draw.chance() < 0.9 ? names : oddNames) }),
    ],
    [
      "/wix-data/v2/items/aggregate",
      (filter, draw) => ({
        initialFilter: filter,
        aggregation: {
          groupingFields: [draw.of(draw.chance() < 0.9 ? names : oddNames)],
          operations: [
            { resultFieldName: "n", [draw.of(["sum", "min", "max", "average"])]: { itemFieldName: draw.of(names) } },
          ],
        },
        finalFilter: anyFilter(draw),
        sort: anySort(draw),
      }),
    ],
    [
      "/wix-data/v2/items/patch",
      (filter) => ({ patch: { dataItemId: "emma", fieldModifications: [] }, condition: { filter } }),
    ],
    ["/wix-data/v2/bulk/items/async-remove-by-filter", (filter) => ({ filter: { $and: [{ _id: "none" }, filter] } })],
  ];
  const anySort = (draw: Draw) =>
    Array.from({ length: draw.below(5) + draw.below(2) }, () => ({
      fieldName: draw.of(draw.chance() < 0.97 ? names : oddNames),
      order: draw.of(["ASC", "DESC"]),
    }));

  it.each(bodies)("is accepted or rejected at %s", async (path, make) => {
    const draw = createDraw(path.length);
    let answered = 0;
    for (let number = 0; number < 250; number++) {
      const body = toJson({ dataCollectionId, ...make(anyFilter(draw), draw) });
      const headers = { authorization: draw.chance() < 0.5 ? key : visitor, "content-type": "application/json" };
      const answer = await fetch(server.url + path, { method: "POST", headers, body });
      expectRefusal(answer.status, await answer.text(), body);
      // 409: the filter is valid and does not match.
      if (answer.ok || answer.status === 409) answered++;
    }
    // Ensures that some requests succeed.
    expect(answered).toBeGreaterThan(60);
  });

  it("is accepted or rejected by a stream", async () => {
    const draw = createDraw(7);
    for (let number = 0; number < 150; number++) {
      const body = toJson({ dataCollectionId, filter: anyFilter(draw), fields: [draw.of(names)] });
      const leaving = new AbortController();
      const headers = {
        authorization: visitor,
        "content-type": "application/json",
      };
      const answer = await fetch(server.url + livePath, { method: "POST", headers, body, signal: leaving.signal });
      if (!answer.ok) expectRefusal(answer.status, await answer.text(), body);
      leaving.abort();
    }
  });
});

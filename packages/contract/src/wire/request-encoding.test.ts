import { describe, expect, it } from "vitest";
import { endpoint } from "../endpoint.ts";
import { encodeComplexQuery, encodeR, exceedsLongUrl, orPost, requiresR } from "./complex-query.ts";
import { buildRequest, decodeQuery, encodeQuery, QueryDecodingError } from "./request-encoding.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("encodeQuery", () => {
  it("encodes nested properties as dotted keys and arrays as repeated keys", () => {
    expect(encodeQuery({ paging: { limit: 5, offset: 10 }, fieldsets: ["URL", "METRICS"], featured: true })).toBe(
      "paging.limit=5&paging.offset=10&fieldsets=URL&fieldsets=METRICS&featured=true",
    );
  });

  it("encodes a space as plus, a Date as ISO 8601 and letters as UTF-8", () => {
    const at = new Date("2024-05-06T07:08:09.123Z");
    expect(encodeQuery({ a: "b c", at, slug: "hé&" })).toBe("a=b+c&at=2024-05-06T07%3A08%3A09.123Z&slug=h%C3%A9%26");
  });

  it("omits empty values and objects in arrays", () => {
    expect(encodeQuery({ a: undefined, b: null, c: [], d: {}, e: { f: {} }, g: [{ h: 1 }, "i", null] })).toBe("g=i");
  });

  it("keeps the empty string, zero and false", () => {
    expect(encodeQuery({ a: "", b: 0, c: false })).toBe("a=&b=0&c=false");
  });
});

describe("encodeComplexQuery", () => {
  it("uses .r for dotted keys and arrays of objects", () => {
    expect(requiresR({ a: { b: 1 } })).toBe(true);
    expect(requiresR({ "a.b": 1 })).toBe(true);
    expect(requiresR({ a: [{ b: 1 }] })).toBe(true);
    expect(requiresR({ a: { b: [{ c: 1 }] } })).toBe(true);
    expect(requiresR({ a: [1, 2], b: "c", d: {}, e: [new Date(0)], f: new Date(0), g: [null] })).toBe(false);
    expect(encodeComplexQuery({ a: [1, 2] })).toBe("a=1&a=2");
  });

  it("encodes the recorded value", () => {
    const params = { query: { filter: { formId: { $in: ["a", "b"] } }, cursorPaging: { limit: 2 } } };
    const recorded =
      "eyJxdWVyeSI6eyJmaWx0ZXIiOnsiZm9ybUlkIjp7IiRpbiI6WyJhIiwiYiJdfX0sImN1cnNvclBhZ2luZyI6eyJsaW1pdCI6Mn19fQ";
    expect(encodeComplexQuery(params)).toBe(`.r=${recorded}`);
  });

  it("encodes letters beyond ASCII", () => {
    expect(plain(decodeQuery(`.r=${encodeR({ a: { b: "hé✓😀" } })}`))).toEqual({ a: { b: "hé✓😀" } });
  });
});

describe("thresholds", () => {
  it("allow a query string of at most 4000 characters", () => {
    const encode = orPost(encodeQuery);
    expect(encode({ q: "x".repeat(3998) })).toHaveLength(4000);
    expect(encode({ q: "x".repeat(3999) })).toBeUndefined();
  });

  it("allow path, .r and value of at most 2048 characters", () => {
    const path = "/wix-data/v2/items/query";
    const room = 2048 - path.length - 4;
    expect(exceedsLongUrl(path, "x".repeat(room))).toBe(false);
    expect(exceedsLongUrl(path, "x".repeat(room + 1))).toBe(true);
  });
});

describe("buildRequest", () => {
  const getThing = endpoint("GET", "/things/:id/parts/:part");

  it("encodes every segment and repeats path parameters in the query of a GET", () => {
    const wire = buildRequest(getThing, { params: { id: "a/b?c", part: "é d" }, query: { x: 1 } });
    expect(wire.url).toBe("/things/a%2Fb%3Fc/parts/%C3%A9%20d?id=a%2Fb%3Fc&part=%C3%A9+d&x=1");
    expect(wire.body).toBeUndefined();
  });

  it("repeats path parameters in the body of a POST", () => {
    const wire = buildRequest(endpoint("POST", "/things/:id/publish"), { params: { id: "1" } });
    expect(wire).toEqual({ method: "POST", url: "/things/1/publish", body: { id: "1" } });
  });

  it("sends an empty object for a POST without parameters", () => {
    expect(buildRequest(endpoint("POST", "/things"), {}).body).toEqual({});
  });

  it("rejects path parameters that change the path", () => {
    for (const id of ["", ".", ".."]) {
      expect(() => buildRequest(getThing, { params: { id, part: "x" } }), id).toThrow(RangeError);
    }
    expect(() => buildRequest(getThing, { params: { id: "1" } })).toThrow(RangeError);
  });

  it("falls back to a POST above 4000 characters only if the endpoint declares it", () => {
    const query = { ids: Array.from({ length: 200 }, (_, index) => `11111111-1111-4111-8111-${index}`) };
    expect(buildRequest(endpoint("GET", "/long"), { query }).method).toBe("GET");
    const wire = buildRequest(endpoint("GET", "/long", { encode: orPost(encodeQuery) }), { query });
    expect(wire).toEqual({ method: "POST", url: "/long", body: query });
  });

  it("sends nested parameters of a complex endpoint as .r, path parameters included", () => {
    const complex = endpoint("GET", "/forms/:id", { encode: encodeComplexQuery });
    const { url } = buildRequest(complex, { params: { id: "1" }, query: { paging: { limit: 1 } } });
    expect(plain(decodeQuery(url.slice("/forms/1".length)))).toEqual({ id: "1", paging: { limit: 1 } });
  });
});

describe("decodeQuery", () => {
  it("decodes what encodeQuery encodes, as text", () => {
    const params = { a: "b c&=é", paging: { limit: 5, cursor: { next: "x" } }, tags: ["1", "2"], on: true };
    expect(plain(decodeQuery(`?${encodeQuery(params)}`))).toEqual({
      a: "b c&=é",
      paging: { limit: "5", cursor: { next: "x" } },
      tags: ["1", "2"],
      on: "true",
    });
  });

  it("distinguishes one value from a list", () => {
    expect(plain(decodeQuery("a=1&b=1&b=2&b=3"))).toEqual({ a: "1", b: ["1", "2", "3"] });
  });

  it("replaces all other parameters by .r, at any position", () => {
    const r = encodeR({ x: { y: 1 } });
    expect(plain(decodeQuery(`a=1&.r=${r}&b=2`))).toEqual({ x: { y: 1 } });
  });

  it("returns objects without a prototype", () => {
    for (const query of [decodeQuery("a.b=1"), decodeQuery(`.r=${encodeR({ a: { b: [{ c: 1 }] } })}`)]) {
      expect(Object.getPrototypeOf(query)).toBeNull();
      expect(Object.getPrototypeOf(query.a)).toBeNull();
    }
  });

  it.each([
    ["__proto__=1"],
    ["a.__proto__.b=1"],
    ["constructor.prototype=1"],
    ["a%2Econstructor=1"],
    ["a=%"],
    ["a=%zz"],
    ["a=%ff"],
    ["a=%00"],
    ["%00=a"],
    ["a=1&a.b=2"],
    ["a.b=1&a=2"],
    ["a=1&a=2&a.b=3"],
    [`${"a.".repeat(40)}b=1`],
    [".r=!"],
    [".r=e30&.r=e30"],
    [`.r=${encodeR([1])}`],
    [`.r=${btoa('"text"').replaceAll("=", "")}`],
    [`.r=${btoa('{"__proto__":{"a":1}}').replaceAll("=", "")}`],
    [`.r=${btoa('{"a":{"constructor":1}}').replaceAll("=", "")}`],
    [`.r=${btoa('{"a":"\\ud800"}').replaceAll("=", "")}`],
    [`.r=${btoa('{"a":"\\u0000"}').replaceAll("=", "")}`],
    [`.r=${encodeR({ a: "x".repeat(9000) })}`],
    [`.r=${btoa(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`).replaceAll("=", "")}`],
  ])("rejects %.60s", (search) => {
    expect(() => decodeQuery(search)).toThrow(QueryDecodingError);
  });

  it("includes no input in its message", () => {
    expect(() => decodeQuery("secret__=%zz")).toThrow(/^(?!.*secret).*$/);
  });

  it("parses a hostile query string in linear time", () => {
    const time = (search: string) => {
      const start = performance.now();
      try {
        decodeQuery(search);
      } catch {
        // refusing is fine, being slow is not
      }
      return performance.now() - start;
    };
    expect(time("a=1&".repeat(9_000))).toBeLessThan(500);
    expect(time("a&".repeat(500_000))).toBeLessThan(500);
    expect(time(`${"a.".repeat(500_000)}=1`)).toBeLessThan(500);
    expect(time(`.r=${"A".repeat(1_000_000)}`)).toBeLessThan(500);
  });
});

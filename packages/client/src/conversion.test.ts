import { describe, expect, it } from "vitest";
import { mediaConverters } from "./blog/media.ts";
import { convert } from "./conversion.ts";

const iso = "2024-05-06T07:08:09.123Z";

describe("convert a response", () => {
  it("renames ids at every depth, except below verbatim paths", () => {
    const response = { id: "1", parts: [{ id: "2", doc: { id: "3", nodes: [{ id: "4" }] } }] };
    expect(convert(response, { verbatim: ["parts.doc"] }, "response")).toEqual({
      _id: "1",
      parts: [{ _id: "2", doc: { id: "3", nodes: [{ id: "4" }] } }],
    });
  });

  it("keeps both keys if the caller's name is taken", () => {
    expect(convert({ id: "1", _id: "2" }, undefined, "response")).toEqual({ id: "1", _id: "2" });
  });

  it("converts only listed timestamps to Dates, through arrays and wildcards", () => {
    const rules = { timestamp: ["items.at", "map.*.at"] };
    expect(convert({ items: [{ at: iso, on: iso }], map: { x: { at: iso } } }, rules, "response")).toEqual({
      items: [{ at: new Date(iso), on: iso }],
      map: { x: { at: new Date(iso) } },
    });
  });

  it("converts floats at any depth of a document", () => {
    const rules = { verbatim: ["doc"], float: ["doc.**.width"] };
    const doc = { nodes: [{ width: "NaN", text: "NaN", nodes: [{ width: "-Infinity" }] }] };
    expect(convert({ doc }, rules, "response")).toEqual({
      doc: { nodes: [{ width: Number.NaN, text: "NaN", nodes: [{ width: Number.NEGATIVE_INFINITY }] }] },
    });
  });

  it.each([null, undefined, "text", 5, true, [], {}])("passes %j through in place of an expected value", (odd) => {
    const rules = {
      timestamp: ["a"],
      float: ["b"],
      bytes: ["c"],
      image: ["d"],
      videoV2: ["e"],
      pageURL: ["f"],
      address: ["g"],
    };
    const response = { a: odd, b: odd, c: odd === "text" ? "no base64!" : odd, d: odd, e: odd, f: odd, g: odd };
    expect(convert(response, rules, "response", mediaConverters)).toEqual(response);
  });

  it("prefixes a page URL without a scheme with http", () => {
    const url = (base: string) =>
      convert({ url: { base, path: "/p" } }, { pageURL: ["url"] }, "response", mediaConverters);
    expect(url("site.example")).toEqual({ url: "http://site.example/p" });
    expect(url("https://site.example")).toEqual({ url: "https://site.example/p" });
  });

  it("preserves a property named __proto__", () => {
    const response = convert(JSON.parse('{"__proto__": {"id": "1"}}'), undefined, "response") as object;
    expect(Object.getPrototypeOf(response)).toBe(Object.prototype);
    expect(Object.keys(response)).toEqual(["__proto__"]);
  });
});

describe("convert a request", () => {
  it("does not change the caller's arguments", () => {
    const dateValue = new Date(iso);
    const body = { _id: "1", list: [{ _createdDate: dateValue, n: Number.NaN }] };
    const frozen = structuredClone(body);
    expect(convert(body, { float: ["list.n"] }, "request")).toEqual({
      id: "1",
      list: [{ createdDate: dateValue, n: "NaN" }],
    });
    expect(body).toEqual(frozen);
    expect(body.list[0]?._createdDate).toBe(dateValue);
  });

  it("matches rules by wire names", () => {
    const rules = { verbatim: ["createdDate"] };
    expect(convert({ _createdDate: { _id: "1" } }, rules, "request")).toEqual({ createdDate: { _id: "1" } });
  });

  it("renames an identity's address both ways", () => {
    const own = { formatted: "1 X", location: { latitude: 1, longitude: 2 }, addressLine1: "1 X", city: "L" };
    const wire = convert({ address: own }, { address: ["address"] }, "request");
    expect(wire).toEqual({
      address: { formattedAddress: "1 X", geocode: { latitude: 1, longitude: 2 }, addressLine: "1 X", city: "L" },
    });
    expect(convert(wire, { address: ["address"] }, "response")).toEqual({ address: own });
  });
});

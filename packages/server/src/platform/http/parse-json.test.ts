import { describe, expect, it } from "vitest";
import { Refusal } from "../context/errors.ts";
import { largeJson, parseJsonObject, smallJson } from "./parse-json.ts";

const parse = (text: string) => parseJsonObject(new TextEncoder().encode(text), smallJson);

describe("parseJsonObject", () => {
  it("parses an object; the last of duplicate keys wins", () => {
    expect(parse('{"a":[1,{"b":"é"}],"c":1,"c":2}')).toEqual({ a: [1, { b: "é" }], c: 2 });
  });

  it.each([
    ["nothing JSON", "{a:1}"],
    ["an array", "[1]"],
    ["a text", '"x"'],
    ["null", "null"],
    ["a key that reaches a prototype", '{"a":{"__proto__":{"admin":true}}}'],
    ["an escaped key that reaches a prototype", '{"\\u005f_proto__":1}'],
    ["the key constructor", '{"constructor":{}}'],
    ["a NUL character", '{"a":"x\\u0000y"}'],
    ["half a surrogate pair", '{"a":"\\ud800"}'],
    ["half a surrogate pair in a key", '{"\\udc00":1}'],
    ["a number beyond all that there are", '{"a":[1e400]}'],
    ["a number below all that there are", '{"a":-1e400}'],
    ["nesting beyond 40 levels", `${'{"a":'.repeat(41)}1${"}".repeat(41)}`],
    [
      "more than 1000 keys in an object",
      JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1]))),
    ],
    ["more than 10 000 objects and lists", `{"a":[${"{},".repeat(10_000)}1]}`],
    ["more than 10 000 values", JSON.stringify({ a: Array.from({ length: 10_001 }, () => 1) })],
  ])("rejects %s", (_what, text) => {
    expect(() => parse(text)).toThrow(Refusal);
  });

  it("rejects a hundred thousand open brackets without exhausting the stack", () => {
    expect(() => parse(`{"a":${"[".repeat(100_000)}`)).toThrow("cannot be read");
  });

  it("rejects too many objects regardless of their size in bytes", () => {
    const objects = (count: number) => new TextEncoder().encode(`{"a":[${Array(count).fill("{}").join(",")}]}`);
    expect(() => parseJsonObject(objects(300_000), largeJson)).toThrow("cannot be read");
    expect(parseJsonObject(objects(299_998), largeJson)["a"]).toHaveLength(299_998);
  });

  it("ignores brackets inside texts", () => {
    expect(parse(JSON.stringify({ a: "[".repeat(100), b: '\\"[[' }))).toEqual({ a: "[".repeat(100), b: '\\"[[' });
  });

  it("rejects invalid UTF-8", () => {
    expect(() => parseJsonObject(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), smallJson)).toThrow(
      Refusal,
    );
  });
});

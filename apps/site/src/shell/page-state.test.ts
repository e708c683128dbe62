import { describe, expect, it } from "vitest";
import { escapeForScript, reviveState, serializeState } from "./page-state.ts";

const roundTrip = (value: unknown) => reviveState(JSON.parse(serializeState(value)));

describe("page state", () => {
  it("revives dates at any depth", () => {
    const value = {
      at: new Date("2030-01-02T03:04:05.678Z"),
      posts: [{ published: new Date(0) }, { published: null }],
      text: "2030-01-02T03:04:05.678Z",
    };
    expect(roundTrip(value)).toEqual(value);
    expect(roundTrip(new Date(5))).toEqual(new Date(5));
  });

  it("contains nothing that ends or opens an element", () => {
    const hostile = "</script><!--<script>&amp;\u2028\u2029";
    const source = serializeState({ [hostile]: hostile });
    expect(source).not.toMatch(/[<>&\u2028\u2029]/);
    expect(roundTrip({ [hostile]: hostile })).toEqual({ [hostile]: hostile });
  });

  it("leaves keys of content unchanged, even those that look like its own", () => {
    const value = { value: { dates: [["value"]], value: "x" }, __proto__: null };
    expect(roundTrip(value)).toEqual({ value: { dates: [["value"]], value: "x" } });
  });

  it("is an expression that JavaScript evaluates to the same value", () => {
    const source = serializeState({ text: "a\u2028b</script>" });
    expect(new Function(`return ${source}`)()).toEqual(JSON.parse(source));
  });
});

describe("escapeForScript", () => {
  it("escapes by code point, so that the result is valid JSON", () => {
    expect(escapeForScript('{"a":"<b>&"}')).toBe('{"a":"\\u003cb\\u003e\\u0026"}');
  });
});

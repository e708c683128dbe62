import { describe, expect, it } from "vitest";
import { positionAt } from "./json-path-locations.ts";

const text = `{
  "a{": "x, \\"}",
  "list": [1, {"b": [true]}, []],
  "twice": 1, "twice": {"c": null}
}`;

describe("positions in JSON", () => {
  it.each([
    [["a{"], "2:3"],
    [["list"], "3:3"],
    [["list", 1], "3:15"],
    [["list", 1, "b"], "3:16"],
    [["list", 1, "b", 0], "3:22"],
    [["list", 2], "3:30"],
    [["twice", "c"], "4:25"],
    [["list", 1, "missing"], "3:15"],
    [["none"], "1:1"],
  ])("finds %j", (path, place) => {
    const { line, column } = positionAt(text, path);
    expect(`${line}:${column}`).toBe(place);
  });
});

import type { ViewField } from "@porchlight/client/data";
import { describe, expect, it } from "vitest";
import { controlOf, readTyped, toTyped } from "./form-values.ts";
import { findJsonErrorLine } from "./json-error-line.ts";
import { toValueIssue } from "./rejected-fields.ts";
import { instantOf, localTime } from "./zone-time.ts";

const field = (more: Partial<ViewField> = {}): ViewField => ({
  ...{ key: "f", displayName: "F", type: "TEXT", required: false, readOnly: false, immutable: false },
  ...more,
});

describe("controlOf", () => {
  it.each([
    [{ type: "TEXT" }, "short", "line"],
    [{ type: "TEXT" }, "two\nlines", "text"],
    [{ type: "TEXT", stringLengthRange: { maxLength: 500 } }, undefined, "text"],
    [{ type: "NUMBER" }, 1, "number"],
    [{ type: "NUMBER" }, "one", "fixed"],
    [{ type: "BOOLEAN" }, "yes", "fixed"],
    [{ type: "ARRAY_STRING" }, ["a"], "list"],
    [{ type: "ARRAY_STRING" }, ["a, b"], "lines"],
    [{ type: "ARRAY_STRING" }, ["a\nb"], "fixed"],
    [{ type: "DATETIME" }, "2024-01-01", "fixed"],
    [{ type: "DATETIME" }, new Date("2024-01-01"), "moment"],
    [{ type: "DATETIME" }, new Date(8e15), "fixed"],
    [{ type: "DATE" }, "2024-01-01", "day"],
    [{ type: "DATE" }, "2024-01-01T10:00:00Z", "fixed"],
    [{ type: "DATE" }, "2024-13-01", "fixed"],
    [{ type: "DATE" }, "soon", "fixed"],
    [{ type: "DATE" }, new Date(8e15), "fixed"],
    [{ type: "TIME" }, "14:30:00.000", "time"],
    [{ type: "TIME" }, "9:30", "fixed"],
    [{ type: "SLUG" }, "two\nlines", "fixed"],
    [{ type: "RICH_CONTENT" }, undefined, "richContent"],
    [{ type: "RICH_CONTENT" }, "text", "fixed"],
    [{ type: "RICH_TEXT" }, "<p>a</p>", "richText"],
    [{ type: "IMAGE" }, "wix:image://v1/a.png/b", "file"],
    [{ type: "IMAGE" }, { width: 3 }, "fixed"],
    [{ type: "MEDIA_GALLERY" }, [{ src: "https://example.com/a.png" }], "files"],
    [{ type: "ARRAY_DOCUMENT" }, [3], "fixed"],
    [{ type: "OBJECT" }, { a: 1 }, "json"],
    [{ type: "OBJECT" }, [1], "fixed"],
    [{ type: "ARRAY" }, [1], "json"],
    [{ type: "ANY" }, "x", "json"],
    [{ type: "ADDRESS" }, { city: "Ulm" }, "address"],
    [{ type: "MULTI_REFERENCE" }, undefined, "fixed"],
    [{ type: "MULTI_REFERENCE", reference: { collectionId: "C", displayField: null } }, undefined, "references"],
    [{ type: "LEGACY_BROKEN_REFERENCE" }, "x", "fixed"],
    [{ type: "REFERENCE" }, undefined, "fixed"],
    [{ type: "REFERENCE", reference: { collectionId: "C", displayField: null } }, "id", "reference"],
    [{ type: "TEXT", readOnly: true }, undefined, "fixed"],
    [{ type: "TEXT", immutable: true }, "x", "fixed"],
  ] as const)("for %j with %j returns %s, so that no value is corrupted", (more, value, control) => {
    expect(controlOf(field(more as Partial<ViewField>), value, false)).toBe(control);
  });

  it("allows immutable fields only for new items", () => {
    expect(controlOf(field({ immutable: true }), undefined, true)).toBe("line");
  });
});

describe("readTyped", () => {
  const read = (control: Parameters<typeof readTyped>[0], typed: string, more: Partial<ViewField> = {}) =>
    readTyped(control, field(more), typed, "Europe/Berlin", undefined, "en");

  it.each([
    ["line", "  a  ", { value: "a" }],
    ["text", "a\r\nb ", { value: "a\nb " }],
    ["number", "2,5", { value: 2.5 }],
    ["number", "1,234", { value: 1234 }],
    ["number", "-1,234,567.5", { value: -1_234_567.5 }],
    ["number", "0,125", { value: 0.125 }],
    ["number", "1,2345", { value: 1.2345 }],
    ["number", "1,23,456", { issue: { key: "data.check.number" } }],
    ["number", "1e3", { issue: { key: "data.check.number" } }],
    ["number", "Infinity", { issue: { key: "data.check.number" } }],
    ["url", "https://example.com/a b", { value: "https://example.com/a b" }],
    ["url", "javascript:alert(1)", { issue: { key: "data.check.url" } }],
    ["url", "example.com", { issue: { key: "data.check.url" } }],
    ["email", "a@b", { value: "a@b" }],
    ["email", "a b@c", { issue: { key: "data.check.email" } }],
    ["day", "2024-02-29", { value: "2024-02-29" }],
    ["day", "2023-13-01", { issue: { key: "data.check.date" } }],
    ["time", "14:30", { value: "14:30" }],
    ["time", "24:00", { issue: { key: "data.check.time" } }],
    ["list", " a, b ,a,, ", { value: ["a", "b"] }],
    ["list", " , ", { value: undefined }],
    ["line", " ", { value: undefined }],
    ["checkbox", "", { value: false }],
    ["moment", "2024-07-01T12:00", { value: new Date("2024-07-01T10:00:00Z") }],
    ["moment", "2024-13-01T12:00", { issue: { key: "data.check.date" } }],
  ] as const)("for %s converts %j to %j", (control, typed, result) => {
    expect(read(control, typed)).toEqual(result);
  });

  it("validates against the field's limits", () => {
    expect(read("line", "", { required: true })).toEqual({ issue: { key: "data.check.required" } });
    expect(read("number", "0", { numberRange: { gte: 1 } })).toEqual({ issue: { key: "data.check.least", n: 1 } });
    expect(read("number", "9", { numberRange: { max: 5 } })).toEqual({ issue: { key: "data.check.most", n: 5 } });
    expect(read("line", "😀😀", { stringLengthRange: { maxLength: 2 } })).toEqual({ value: "😀😀" });
    expect(read("line", "abc", { stringLengthRange: { maxLength: 2 } })).toEqual({
      issue: { key: "data.check.long", n: 2 },
    });
    expect(read("list", "a", { arraySizeRange: { minSize: 2 } })).toEqual({ issue: { key: "data.check.few", n: 2 } });
  });

  it("retains an unedited value", () => {
    const day = new Date("2024-05-06T00:00:00Z");
    expect(toTyped("day", day, "en", "UTC")).toBe("2024-05-06");
    expect(readTyped("day", field(), "2024-05-06", "UTC", day)).toEqual({ value: day });
    expect(toTyped("number", 1234567.5, "de", "UTC")).toBe("1234567,5");
    expect(toTyped("list", ["a", "b"], "en", "UTC")).toBe("a, b");
    expect(toTyped("reference", { _id: "x" }, "en", "UTC")).toBe("x");
  });

  it("preserves dates in JSON, and reports where it is invalid", () => {
    const stored = { at: new Date("2024-05-06T07:08:09.123Z"), deep: [{ at: new Date(0) }], $date: 1 };
    const typed = toTyped("json", stored, "en", "UTC");
    expect(typed).toContain('"$date": "2024-05-06T07:08:09.123Z"');
    expect(read("json", typed, { type: "OBJECT" })).toEqual({ value: stored });
    expect(read("json", "[1]", { type: "OBJECT" })).toEqual({ issue: { key: "data.check.object" } });
    expect(read("json", "{}", { type: "ARRAY" })).toEqual({ issue: { key: "data.check.array" } });
    expect(read("json", "[1]", { type: "ARRAY", arraySizeRange: { minSize: 2 } })).toEqual({
      issue: { key: "data.check.few", n: 2 },
    });
    expect(read("json", '{"$date": "never"}', { type: "ANY" })).toHaveProperty("issue.key", "data.check.jsonLine");
    expect(read("json", " ", { type: "ANY", required: true })).toEqual({ issue: { key: "data.check.required" } });
  });

  it.each([
    ['{"a": 1,\n\n "b": }', 3],
    ["{", 1],
    ["{\n  a: 1}", 2],
    ["[1,\n2,\n]", 3],
    ["[1]\n\n2", 3],
    ['{"a"\n 1}', 2],
    ["'a'", 1],
    ['["a\nb"]', 1],
    ["[1\n}", 2],
    ["\n\n", 3],
  ])("reports the line of invalid JSON: %j", (typed, line) => {
    expect(() => JSON.parse(typed)).toThrow();
    expect(findJsonErrorLine(typed)).toBe(line);
  });

  it.each([
    ["https://example.com/a.pdf", true],
    ["wix:document://v1/0a1b.pdf/Menu.pdf", true],
    ["/media/0a1b.pdf", true],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["//example.com", false],
    ["menu.pdf", false],
    [`https://example.com/${"a".repeat(2000)}`, false],
  ])("requires a valid file URL: %s", (address, isOne) => {
    const refused = { issue: { key: "data.check.file" } };
    expect(read("file", JSON.stringify(address), { type: "DOCUMENT" })).toEqual(isOne ? { value: address } : refused);
    expect(read("files", JSON.stringify([{ src: address }]), { type: "MEDIA_GALLERY" })).toEqual(
      isOne ? { value: [{ src: address }] } : refused,
    );
  });
});

describe("points in time in the site's zone", () => {
  it.each([
    ["Europe/Berlin", "2024-01-15T12:00", "2024-01-15T11:00:00.000Z"],
    ["Europe/Berlin", "2024-07-15T12:00", "2024-07-15T10:00:00.000Z"],
    ["America/New_York", "2024-03-10T03:30", "2024-03-10T07:30:00.000Z"],
    ["Asia/Kolkata", "2024-01-01T00:00", "2023-12-31T18:30:00.000Z"],
    ["UTC", "2024-01-01T00:00", "2024-01-01T00:00:00.000Z"],
  ])("convert in %s: %s is %s, and back", (zone, local, instant) => {
    expect(instantOf(local, zone)?.toISOString()).toBe(instant);
    expect(localTime(new Date(instant), zone)).toBe(local);
  });
});

describe("toValueIssue", () => {
  it("contains the field's limit, or a general error without one", () => {
    expect(toValueIssue("MAX", field({ numberRange: { lte: 3 } }))).toEqual({ key: "data.check.most", n: 3 });
    expect(toValueIssue("MAX", field())).toEqual({ key: "data.check.unfit" });
    expect(toValueIssue("VALUE_TAKEN", field())).toEqual({ key: "data.check.taken" });
    expect(toValueIssue("SOMETHING_NEW", field())).toEqual({ key: "data.check.unfit" });
  });
});

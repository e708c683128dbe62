import { describe, expect, it } from "vitest";
import { csvRows } from "./csv-rows.ts";
import { type FilePosition, type FileRow, MalformedFile } from "./file-row.ts";
import { jsonRows } from "./json-rows.ts";
import { sniffFile } from "./sniff-file.ts";
import { guardFormula, unguardFormula } from "./write-csv.ts";

/** Splits the file into chunks of `size` bytes. */
async function* chunks(text: string | Buffer, size = 7, from = 0): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text as string);
  for (let at = from; at < bytes.length; at += size) yield bytes.subarray(at, Math.min(bytes.length, at + size));
}

interface Read {
  rows: FileRow[];
  fault?: MalformedFile;
}

async function all(rows: AsyncGenerator<FileRow>): Promise<Read> {
  const read: Read = { rows: [] };
  try {
    for await (const row of rows) read.rows.push(row);
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    read.fault = error;
  }
  return read;
}

async function open(text: string | Buffer, size?: number) {
  const { layout, position } = await sniffFile(chunks(text, 1024), {});
  const from = (at: FilePosition, isFirst: boolean) => {
    const bytes = chunks(text, size, at.offset);
    return layout.format === "CSV"
      ? csvRows(bytes, at, layout.separator)
      : jsonRows(bytes, at, layout.isList ? (isFirst ? "first" : "later") : "none");
  };
  return { layout, read: (at: FilePosition = position, isFirst = true) => all(from(at, isFirst)) };
}

const cells = ({ rows }: Read) => rows.map(({ content }) => content);
const values = ({ rows }: Read) => rows.map(({ content }) => JSON.parse(Buffer.from(content as Uint8Array).toString()));
const lines = ({ rows }: Read) => rows.map(({ line }) => line);

describe("CSV rows", () => {
  it.each([
    ["a,b\r\n1,2\r\n3,4\r\n", ","],
    ["\uFEFFa;b\n1;2\n3;4", ";"],
    ["a\tb\n1\t2\n\n3\t4\n", "\t"],
    ["sep=;\r\na;b\r\n1;2\r\n3;4\r\n", ";"],
    ['"a";"b, c, d"\n1;2\n3;4\n', ";"],
  ])("are found in %j", async (text, separator) => {
    for (const size of [1, 5, 4096]) {
      const file = await open(text, size);
      expect(file.layout).toMatchObject({ format: "CSV", separator });
      expect(cells(await file.read())).toEqual([
        ["1", "2"],
        ["3", "4"],
      ]);
    }
  });

  const text = 'title,note\n"Große ""Suppe""","two\nlines, one cell"\n\nplain,\u00e4\n,\n"last",';

  it("may contain separators, quotation marks and line breaks, and have line numbers", async () => {
    const read = await (await open(text)).read();
    expect(cells(read)).toEqual([
      ['Große "Suppe"', "two\nlines, one cell"],
      ["plain", "ä"],
      ["last", ""],
    ]);
    expect(lines(read)).toEqual([2, 5, 7]);
  });

  it.each(["\n", "\r\n", "\r"])("have the line numbers of an editor for lines ending with %j", async (end) => {
    const text = ["a,b", "", '"x', "", 'y",1', " ,", "2,3", "", '4,"z', ""].join(end);
    for (const size of [1, 4096]) {
      const read = await (await open(text, size)).read();
      expect(lines(read)).toEqual([3, 7]);
      expect(read.fault?.line).toBe(9);
    }
  });

  it("are the same when reading resumes after any of them", async () => {
    for (const size of [3, 4096]) {
      const file = await open(text, size);
      const whole = await file.read();
      for (const [index, { next }] of whole.rows.entries()) {
        const rest = await file.read(next, false);
        expect(rest.fault).toBeUndefined();
        expect(rest.rows).toEqual(whole.rows.slice(index + 1));
      }
    }
  });

  it.each([
    ['a,b\n1,2\n3,"4\n5,6\n', 1, 3, "never closed"],
    ['a,b\n1,2\n3,x"y\n5,6\n', 1, 3, "does not start with a quotation mark"],
    ['a,b\n1,2\n\n3,"4"x\n', 1, 4, "closing quotation mark is not followed"],
    [`a,b\n1,2\n3,"${"x".repeat(1_100_000)}`, 1, 3, "larger than"],
  ])("before an error are returned: %j", async (text, count, line, sentence) => {
    const read = await (await open(text, 65536)).read();
    expect(read.rows).toHaveLength(count);
    expect(read.fault?.message).toContain(sentence);
    expect(read.fault?.line).toBe(line);
  });

  it.each([
    ['[{"a":1},\n{"a":2}]', "JSON", [3001, 3002]],
    ['{"a":1}\n{"a":2}\n', "JSON", [3001, 3002]],
    ["a\n1\n2\n", "CSV", [3002, 3003]],
  ])("are found after any number of blanks: %j", async (text, format, slots) => {
    for (const mark of ["", "\uFEFF"]) {
      const file = await open(`${mark}${"  \t \r\n".repeat(3000)}${text}`, 4096);
      expect(file.layout.format).toBe(format);
      expect(lines(await file.read())).toEqual(slots);
    }
    await expect(open(" \n".repeat(3000))).rejects.toThrow("The file is empty.");
  });

  it("require a header with distinct names", async () => {
    await expect(open("a,b,a\n1,2,3\n")).rejects.toThrow('Two columns are named "a".');
    for (const empty of ["", "\n\n", "\uFEFF"]) await expect(open(empty)).rejects.toThrow("The file is empty.");
  });
});

describe("JSON rows", () => {
  const list = '\n[ {"a": "x,]}\\"{", "b": [1, {"c": 2}]},\n\n{"a":2}\n,\n{"ü": "ß\u{1F600}"} ]\n';
  const onLines = '{"a": "x,]}\\"{", "b": [1, {"c": 2}]}\n\n{"a":2}\r\n{"ü": "ß\u{1F600}"}';

  it.each([list, onLines])("are found in %j, also when reading resumes after any of them", async (text) => {
    for (const size of [1, 3, 4096]) {
      const file = await open(text, size);
      const whole = await file.read();
      expect(whole.fault).toBeUndefined();
      expect(values(whole)).toEqual([{ a: 'x,]}"{', b: [1, { c: 2 }] }, { a: 2 }, { ü: "ß\u{1F600}" }]);
      for (const [index, { next }] of whole.rows.entries()) {
        const rest = await file.read(next, false);
        expect(rest.fault).toBeUndefined();
        expect(rest.rows.map(({ line, next }) => ({ line, next }))).toEqual(
          whole.rows.slice(index + 1).map(({ line, next }) => ({ line, next })),
        );
        expect(values(rest)).toEqual(values(whole).slice(index + 1));
      }
    }
  });

  it("have line numbers", async () => {
    expect(lines(await (await open(list)).read())).toEqual([2, 4, 6]);
    expect(lines(await (await open(onLines)).read())).toEqual([1, 3, 4]);
  });

  it("may be empty or other values than objects", async () => {
    expect((await (await open("[]")).read()).rows).toEqual([]);
    expect(values(await (await open('[1, "a, b", null, [2]]', 2)).read())).toEqual([1, "a, b", null, [2]]);
  });

  it.each([
    ['[{"a":1},\n{"a":2}', 2, 2, "does not end"],
    ['[{"a":1},\n{"a":', 1, 2, "does not end"],
    ['[{"a":1}\n{"a":2}]', 1, 2, "is unexpected here"],
    ['[{"a":1}]\n[{"a":2}]', 1, 2, "is unexpected here"],
    ['{"a":1}\n{"a":2,\n{"a":3}\n', 1, 2, "does not end"],
    ['{"a":1}, {"a":2}', 1, 1, "is unexpected here"],
    [`{"a":1}\n{"a":"${"x".repeat(1_100_000)}"}`, 1, 2, "larger than"],
  ])("before an error are returned: %j", async (text, count, line, sentence) => {
    const read = await (await open(text, 65536)).read();
    expect(read.rows).toHaveLength(count);
    expect(read.fault?.message).toContain(sentence);
    expect(read.fault?.line).toBe(line);
  });
});

describe("text that a spreadsheet would run", () => {
  it.each(["=1+1", "+1", "-1", "@a", "\t=1", "'=1", "''=1", "'", "'a", "plain", "", "a=1"])(
    "is restored: %j",
    (text) => {
      expect(unguardFormula(guardFormula(text))).toBe(text);
      expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
    },
  );
});

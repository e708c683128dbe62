import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type MediaStore, MediaWriteError } from "../../../platform/storage/file-store.ts";
import { ImageError, maxImageBytes, readImage } from "../../../platform/storage/read-image.ts";
import { exportFormat, exportVersion, mediaIdsIn } from "../../export/export-format.ts";
import { reasonOf } from "../folder/list-folder.ts";
import type { ImportNote } from "../import-note.ts";
import { type ImportSource, ImportSourceError } from "../import-source.ts";
import type { ImportEntry } from "../store/import-posts.ts";
import { type ExportedNames, type ExportedRecord, type ExportedTable, readExportedLine } from "./exported-lines.ts";

const manifest = z.object({ format: z.literal(exportFormat), version: z.int().positive() });
const files: readonly { table: ExportedTable; file: string }[] = [
  { table: "categories", file: "categories.jsonl" },
  { table: "tags", file: "tags.jsonl" },
  { table: "posts", file: "posts.jsonl" },
];
/** Characters of a line; a post has 4 MiB, twice where it is being changed. */
const lineMaxLength = 32 * 1024 * 1024;

/** Whether a folder is, or was to become, an export of Porchlight. */
export async function isExportFolder(folder: string): Promise<boolean> {
  return stat(join(folder, "posts.jsonl")).then(
    (found) => found.isFile(),
    () => false,
  );
}

/**
 * A folder that `export` has written, of any size.
 *
 * @throws {ImportSourceError} where it was cut off, is of a newer version, or a file of it is not there.
 */
export async function openExportFolder(folder: string, onProgress = () => {}): Promise<ImportSource> {
  await readManifest(folder);
  const digest = createHash("sha256");
  const names: ExportedNames = new Map();
  let total = 0;
  for (const { table, file } of files) {
    for await (const line of linesOf(folder, file)) {
      onProgress();
      digest.update(line).update("\n");
      total += 1;
      const record = table === "posts" ? undefined : readExportedLine(table, line);
      if (record && "row" in record) names.set(record.row.id, record.row);
    }
  }

  async function* entries(media: MediaStore, from = 0): AsyncGenerator<ImportEntry> {
    const pictures = createPictures(folder, media);
    let at = 0;
    for (const { table, file } of files) {
      let line = 0;
      for await (const text of linesOf(folder, file)) {
        line += 1;
        at += 1;
        onProgress();
        if (at > from) yield await readEntry({ table, file, line, text }, names, pictures);
      }
    }
  }
  return { total, digest: digest.digest("base64url"), entries };
}

interface Line {
  table: ExportedTable;
  file: string;
  line: number;
  text: string;
}

async function readEntry(
  { table, file, line, text }: Line,
  names: ExportedNames,
  pictures: Pictures,
): Promise<ImportEntry> {
  const notes: ImportNote[] = [];
  let source = text;
  const shown: string[] = [];
  for (const id of mediaIdsIn(text)) {
    const taken = await pictures.take(id);
    if ("reason" in taken) {
      notes.push({ file, line, reason: `The picture "${id}" ${taken.reason}; it is missing.` });
      continue;
    }
    shown.push(taken.id);
    if (taken.id !== id) source = source.replaceAll(id, taken.id);
  }
  const record =
    text === "" ? { reason: "The line is empty or too long; it is left out." } : readExportedLine(table, source);
  if ("reason" in record) return { kind: "skipped", note: { file, line, reason: record.reason } };
  return {
    kind: "record",
    file,
    line,
    record,
    names: namesOf(record, names),
    report: notes,
    newImages: pictures.countAdded(),
    pictures: shown,
  };
}

/** The names that a record refers to: records are sent one by one, and all names with each would be too much. */
function namesOf(record: ExportedRecord, names: ExportedNames): ExportedNames {
  if (record.table !== "posts") return new Map();
  return new Map(
    [...record.categoryIds, ...record.tagIds].flatMap((id) => {
      const name = names.get(id);
      return name ? [[id, name] as const] : [];
    }),
  );
}

interface Pictures {
  take(id: string): Promise<{ id: string } | { reason: string }>;
  countAdded(): number;
}

function createPictures(folder: string, media: MediaStore): Pictures {
  let added = 0;

  async function take(id: string): Promise<{ id: string } | { reason: string }> {
    try {
      await using file = await open(join(folder, "media", id));
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(size, maxImageBytes + 1));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const { id: here, isNew } = await media.put(readImage(bytes.subarray(0, bytesRead)));
      if (isNew) added += 1;
      return { id: here };
    } catch (error) {
      if (error instanceof ImageError) return { reason: error.message };
      if (error instanceof MediaWriteError) throw error;
      return { reason: reasonOf(error) };
    }
  }

  return {
    take,
    countAdded() {
      const count = added;
      added = 0;
      return count;
    },
  };
}

async function readManifest(folder: string): Promise<void> {
  const text = await readFile(join(folder, "export.json"), "utf8").catch((error: unknown) => {
    throw new ImportSourceError(`"${folder}" holds no "export.json": the export was cut off. Export again.`, {
      cause: error,
    });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = manifest.safeParse(value);
  if (!read.success) throw new ImportSourceError(`"export.json" in "${folder}" is none of an export of Porchlight.`);
  if (read.data.version > exportVersion)
    throw new ImportSourceError(
      `"${folder}" was exported by a newer Porchlight (${read.data.version}). Import it with that.`,
    );
}

/** Lines of a file; one that is too long is empty, and held no further than that. */
async function* linesOf(folder: string, file: string): AsyncGenerator<string> {
  let line = "";
  let isTooLong = false;
  const add = (part: string) => {
    if (!isTooLong) line += part;
    isTooLong ||= line.length > lineMaxLength;
    if (isTooLong) line = "";
  };
  const end = () => {
    const whole = line.replace(/\r$/, "");
    [line, isTooLong] = ["", false];
    return whole;
  };
  try {
    for await (const piece of createReadStream(join(folder, file), "utf8") as AsyncIterable<string>) {
      const [first = "", ...others] = piece.split("\n");
      add(first);
      for (const other of others) {
        yield end();
        add(other);
      }
    }
  } catch (error) {
    throw new ImportSourceError(`"${file}" in "${folder}" ${reasonOf(error)}.`, { cause: error });
  }
  if (line !== "" || isTooLong) yield end();
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import * as z from "zod";
import {
  type ExportedRecord,
  type ExportedTable,
  type ExportedTerms,
  exportFormat,
  exportVersion,
  imageIdsIn,
  readExportedLine,
  replaceImageIds,
  type ValidateRichContent,
} from "../exported-record.ts";
import { createFolderImages, type ImageImporter } from "../images/image-importer.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { describeFileError, type ImportSource, ImportSourceError } from "../import-source.ts";

const manifest = z.object({ format: z.literal(exportFormat), version: z.int().positive() });
const files: readonly { table: ExportedTable; file: string }[] = [
  { table: "categories", file: "categories.jsonl" },
  { table: "tags", file: "tags.jsonl" },
  { table: "posts", file: "posts.jsonl" },
];
/** Characters of a line. A post has 4 MiB, and twice that with unpublished changes. */
const lineMaxLength = 32 * 1024 * 1024;

/** Whether a folder is an export of Porchlight, complete or not. */
export async function isExportFolder(folder: string): Promise<boolean> {
  return stat(join(folder, "posts.jsonl")).then(
    (found) => found.isFile(),
    () => false,
  );
}

/**
 * Opens a folder of any size that `export` has written.
 *
 * @throws {ImportSourceError} if it is incomplete or of a newer version.
 */
export async function openExportFolder(
  folder: string,
  validateRichContent: ValidateRichContent,
  onProgress = () => {},
): Promise<ImportSource> {
  await readManifest(folder);
  const digest = createHash("sha256");
  const names: ExportedTerms = new Map();
  let total = 0;
  for (const { table, file } of files) {
    for await (const line of linesOf(folder, file)) {
      onProgress();
      digest.update(line).update("\n");
      total += 1;
      const record = table === "posts" ? undefined : readExportedLine(table, line, validateRichContent);
      if (record && "row" in record) names.set(record.row.id, record.row);
    }
  }

  async function* entries(store: ImageStore, from = 0): AsyncGenerator<ImportEntry> {
    const images = createFolderImages(join(folder, "media"), store);
    let at = 0;
    for (const { table, file } of files) {
      let line = 0;
      for await (const text of linesOf(folder, file)) {
        line += 1;
        at += 1;
        onProgress();
        if (at > from) yield await readEntry({ table, file, line, text }, names, images, validateRichContent);
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
  names: ExportedTerms,
  images: ImageImporter,
  validateRichContent: ValidateRichContent,
): Promise<ImportEntry> {
  const notes: ImportNote[] = [];
  let source = text;
  const shown: string[] = [];
  const renamed = new Map<string, string>();
  for (const id of imageIdsIn(text)) {
    const image = await images.import(id);
    if (image.kind === "rejected") {
      notes.push({ file, line, reason: `The picture "${id}" ${image.reason}; it is missing.` });
      continue;
    }
    shown.push(image.id);
    if (image.id !== id) renamed.set(id, image.id);
  }
  if (renamed.size > 0) source = replaceImageIds(source, renamed);
  const record =
    text === ""
      ? { reason: "The line is empty or too long; it is left out." }
      : readExportedLine(table, source, validateRichContent);
  if ("reason" in record) return { kind: "skipped", note: { file, line, reason: record.reason } };
  const [formerPaths, invalidPaths] = partitionPaths(record.formerPaths);
  for (const { path } of invalidPaths) {
    const address = path.slice(0, 200);
    notes.push({ file, line, reason: `The address "${address}" is an address of this site and is not redirected.` });
  }
  return {
    kind: "record",
    file,
    line,
    record: { ...record, formerPaths },
    terms: namesOf(record, names),
    report: notes,
    newImages: images.takeNewCount(),
    pictures: shown,
  };
}

/** Legacy paths, and paths that only an older version allowed. */
function partitionPaths(paths: ExportedRecord["formerPaths"]) {
  const isLegacyPath = ({ path }: { path: string }) => normalizeLegacyPath(path) !== undefined;
  return [paths.filter(isLegacyPath), paths.filter((path) => !isLegacyPath(path))] as const;
}

/** The categories and tags of a record. Sending all of them with each record would be too much. */
function namesOf(record: ExportedRecord, names: ExportedTerms): ExportedTerms {
  if (record.table !== "posts") return new Map();
  return new Map(
    [...record.categoryIds, ...record.tagIds].flatMap((id) => {
      const name = names.get(id);
      return name ? [[id, name] as const] : [];
    }),
  );
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

/** Yields the lines of a file. A line that is too long is empty. */
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
    throw new ImportSourceError(`"${file}" in "${folder}" ${describeFileError(error)}.`, { cause: error });
  }
  if (line !== "" || isTooLong) yield end();
}

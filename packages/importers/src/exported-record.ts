import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import * as z from "zod";

/** The `format` of `export.json`. */
export const exportFormat = "porchlight-export";
/** Version of the lines. Newer ones are rejected. */
export const exportVersion = 1;

const imageId = /[0-9a-f]{32}\.[a-z0-9]{2,5}/g;

/** Ids of the media files that a text names, without duplicates. */
export function imageIdsIn(text: string): string[] {
  return [...new Set(text.match(imageId) ?? [])];
}

/** Replaces ids of media files in one pass. */
export function replaceImageIds(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(imageId, (id) => ids.get(id) ?? id);
}

const date = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const path = z.object({
  /** A path of the server is valid: an older version may have exported it. */
  path: z.string().refine((text) => [text, undefined].includes(normalizeLegacyPath(text))),
  createdDate: date,
});
const id = z.guid();
const name = {
  id,
  slug: z.string().min(1).max(100),
  label: z.string().min(1).max(200),
  language: z.string().min(2).max(35),
};
const content = z.looseObject({ nodes: z.array(z.unknown()) });

/** Lines of an export. Other properties are columns of the row. */
const exportedLine = {
  categories: z.object({ category: z.looseObject(name), formerPaths: z.array(path) }),
  tags: z.object({ tag: z.looseObject(name), formerPaths: z.array(path) }),
  posts: z.object({
    post: z.looseObject({
      id,
      slug: z.string().min(1).max(100),
      title: z.string().max(1000),
      language: z.string().min(2).max(35),
      updated_at: date,
      rich_content: content,
      edited_content: content.nullish(),
    }),
    categoryIds: z.array(id).max(1000),
    tagIds: z.array(id).max(1000),
    formerPaths: z.array(path),
    comments: z.array(z.looseObject({ id: z.string() })),
  }),
};

export type ExportedTable = keyof typeof exportedLine;
export type ExportedTerm = { id: string; slug: string; label: string; language: string } & Record<string, unknown>;
type ExportedPostLine = z.output<typeof exportedLine.posts>;

/** Categories and tags of an export by their ids there. */
export type ExportedTerms = Map<string, ExportedTerm>;

/** A line of one of the files. */
export type ExportedRecord =
  | { table: "categories" | "tags"; row: ExportedTerm; formerPaths: { path: string; createdDate: string }[] }
  | ({ table: "posts" } & ExportedPostLine);

/** @throws {Error} if the content is invalid. */
export type ValidateRichContent = (content: { nodes: unknown[] }, field: string) => void;

/** Parses a line. `reason` is a sentence on why it is invalid. */
export function readExportedLine(
  table: ExportedTable,
  line: string,
  validateRichContent: ValidateRichContent,
): ExportedRecord | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: "The line is no JSON; it is left out." };
  }
  const read = exportedLine[table].safeParse(value);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join(".") ?? "";
    return { reason: `"${field}" is not what an export has there; the line is left out.` };
  }
  const { formerPaths, ...rest } = read.data;
  if ("category" in rest) return { table: "categories", row: rest.category as ExportedTerm, formerPaths };
  if ("tag" in rest) return { table: "tags", row: rest.tag as ExportedTerm, formerPaths };
  try {
    validateRichContent(rest.post.rich_content, "rich_content");
    if (rest.post.edited_content) validateRichContent(rest.post.edited_content, "edited_content");
  } catch (error) {
    return { reason: `Its text cannot be taken: ${error instanceof Error ? error.message : ""}.` };
  }
  return { table: "posts", ...rest, formerPaths };
}

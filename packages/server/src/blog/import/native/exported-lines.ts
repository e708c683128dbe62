import * as z from "zod";
import { validateRichContent } from "../../rich-content/validate-rich-content.ts";
import { normalizeLegacyPath } from "../../slugs/legacy-path.ts";

const date = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const path = z.object({ path: z.string().refine((text) => normalizeLegacyPath(text) === text), createdDate: date });
const id = z.guid();
const name = {
  id,
  slug: z.string().min(1).max(100),
  label: z.string().min(1).max(200),
  language: z.string().min(2).max(35),
};
const content = z.looseObject({ nodes: z.array(z.unknown()) });

/** Lines of an export. What is not named here goes to the column of its name, if there is one. */
export const exportedLine = {
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
export type ExportedName = { id: string; slug: string; label: string; language: string } & Record<string, unknown>;
export type ExportedPostLine = z.output<typeof exportedLine.posts>;

/** Categories and tags of an export by their ids there. */
export type ExportedNames = Map<string, ExportedName>;

/** A line of one of the files. */
export type ExportedRecord =
  | { table: "categories" | "tags"; row: ExportedName; formerPaths: { path: string; createdDate: string }[] }
  | ({ table: "posts" } & ExportedPostLine);

/** Reads a line, or says why it is none. */
export function readExportedLine(table: ExportedTable, line: string): ExportedRecord | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: "The line is no JSON; it is left out." };
  }
  const read = exportedLine[table].safeParse(value);
  if (!read.success) {
    const place = read.error.issues[0]?.path.join(".") ?? "";
    return { reason: `"${place}" is not what an export has there; the line is left out.` };
  }
  const { formerPaths, ...rest } = read.data;
  if ("category" in rest) return { table: "categories", row: rest.category as ExportedName, formerPaths };
  if ("tag" in rest) return { table: "tags", row: rest.tag as ExportedName, formerPaths };
  try {
    validateRichContent(rest.post.rich_content, "rich_content");
    if (rest.post.edited_content) validateRichContent(rest.post.edited_content, "edited_content");
  } catch (error) {
    return { reason: `Its text cannot be taken: ${error instanceof Error ? error.message : ""}.` };
  }
  return { table: "posts", ...rest, formerPaths };
}

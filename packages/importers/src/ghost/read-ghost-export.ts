import * as z from "zod";
import { storableText } from "../articles/article-text.ts";
import { ImportSourceError } from "../import-source.ts";
import type { SourceFile } from "../source-file.ts";

/** Far above real exports of tens of thousands of posts; JSON is parsed in memory. */
const maxBytes = 256 * 1024 * 1024;

const text = z.string().transform(storableText).nullish();
/** Milliseconds since the epoch in versions before 1.0. */
const time = z.union([z.string(), z.number()]).nullish();
const id = z.union([z.string(), z.number()]).transform(String);
const flag = z.union([z.boolean(), z.number()]).transform(Boolean).nullish();

const post = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  plaintext: text,
  feature_image: text,
  featured: flag,
  type: text,
  page: flag,
  status: text,
  visibility: text,
  created_at: time,
  updated_at: time,
  published_at: time,
  custom_excerpt: text,
  author_id: id.nullish(),
});
export type GhostPost = z.output<typeof post>;

const link = z.object({ post_id: id, sort_order: z.number().nullish() });
const data = z.object({
  posts: z.array(z.unknown()),
  tags: z.array(z.object({ id, name: text, slug: text, description: text, feature_image: text })).default([]),
  users: z.array(z.object({ id, name: text, slug: text })).default([]),
  posts_tags: z.array(link.extend({ tag_id: id })).default([]),
  posts_authors: z.array(link.extend({ author_id: id })).default([]),
  posts_meta: z.array(z.object({ post_id: id, feature_image_alt: text })).default([]),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
});
export type GhostData = Omit<z.output<typeof data>, "posts"> & { posts: GhostPost[]; damaged: number };

/**
 * Parses an export of Ghost: `{"db":[{"data":…}]}` or an older form.
 *
 * @throws {ImportSourceError} if it is not JSON, with line and column, or other JSON.
 */
export async function readGhostExport(file: SourceFile): Promise<GhostData> {
  const bytes: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.read()) {
    bytes.push(piece);
    size += piece.length;
    if (size > maxBytes)
      throw new ImportSourceError(`"${file.name}" is larger than 256 MiB, which no export of Ghost is.`);
  }
  const found = data.safeParse(dataOf(parseJson(decode(Buffer.concat(bytes), file.name), file.name)));
  if (!found.success) {
    const place = found.error.issues[0]?.path.join(".") ?? "";
    throw new ImportSourceError(
      `"${file.name}" is no export of Ghost${place === "" ? "" : `: "${place}" is not what it has there`}.`,
    );
  }
  const posts = found.data.posts.flatMap((one) => post.safeParse(one).data ?? []);
  return { ...found.data, posts, damaged: found.data.posts.length - posts.length };
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ImportSourceError(`"${name}" is not in UTF-8, as JSON has to be.`, { cause: error });
  }
}

function parseJson(source: string, name: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const isCutOff = /end of JSON input|Unterminated/.test(message);
    const position = isCutOff ? source.length : positionIn(source, message);
    const before = source.slice(0, position);
    const line = before.split("\n").length;
    const column = position - before.lastIndexOf("\n");
    const reason = isCutOff ? "it ends too early" : "it is no JSON";
    throw new ImportSourceError(`"${name}" is damaged: ${reason} (line ${line}, column ${column}).`, { cause: error });
  }
}

/** The parser's message contains the position, or the ten characters around it. */
function positionIn(source: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const around = /, \.\.\."([\s\S]+?)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  return around === undefined ? 0 : source.indexOf(around) + 10;
}

function dataOf(value: unknown): unknown {
  const outer = asTable(value);
  const inner = Array.isArray(outer.db) ? asTable(outer.db[0]) : outer;
  return inner.data ?? inner;
}

function asTable(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

import * as z from "zod";
import { maxOffset } from "../../limits.ts";
import { guid, queryInteger, singleLineText } from "../../wire/value-schema.ts";
import { importFormats, importStatuses } from "./import-job.ts";

const importParams = z.object({ importId: guid });
const url = z
  .string()
  .max(2000)
  .refine((text) => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? ""), "must be an http or https address")
  .refine(
    (text) => !URL.parse(text)?.username && !URL.parse(text)?.password,
    "must have no user and no password in it",
  );

export const startImportRequest = z.object({
  body: z.object({
    url,
    format: z.enum(["auto", "wxr", "ghost", "rss"]).nullish(),
    pages: z.boolean().nullish(),
    blog: singleLineText(500).min(1).nullish(),
  }),
});
export const importByIdRequest = z.object({ params: importParams });
export const listImportsRequest = z.object({ query: z.object({ limit: queryInteger(1, 100).optional() }) });
export const listImportNotesRequest = z.object({
  params: importParams,
  query: z.object({ limit: queryInteger(1, 1000).optional(), offset: queryInteger(0, maxOffset).optional() }),
});

const count = z.int().min(0);
const importJob = z
  .object({
    id: z.guid(),
    status: z.enum(importStatuses),
    source: z.object({
      place: z.string().describe("A URL, or a path on the server's machine."),
      format: z.enum(importFormats),
      pages: z.boolean().optional(),
      blog: z.string().optional(),
      background: z.literal(true).optional().describe("Whether the server runs it."),
      uploads: z.string().optional(),
    }),
    done: count,
    total: count.optional(),
    counts: z.object({
      added: count,
      changed: count,
      unchanged: count,
      skipped: count,
      categories: count,
      tags: count,
      redirects: count,
      images: count,
      comments: count,
    }),
    noteCount: count,
    reason: z.string().optional().describe("Reason of the failure."),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    finishedDate: z.iso.datetime().optional(),
    undoneDate: z.iso.datetime().optional(),
  })
  .meta({ id: "ImportJob" });

export const importResponse = z.object({ import: importJob });
export const listImportsResponse = z.object({ imports: z.array(importJob) });
export const importNotesResponse = z.object({
  notes: z.array(z.object({ file: z.string(), line: z.int().optional(), reason: z.string() })),
  total: count,
});
export const undoImportResponse = z.object({
  removed: z.object({ posts: count, categories: count, tags: count, images: count }),
  left: z.array(
    z.object({ kind: z.enum(["post", "category", "tag"]), id: z.guid(), name: z.string(), reason: z.string() }),
  ),
});

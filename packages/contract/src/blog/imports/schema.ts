import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { maxOffset } from "../../limits.ts";
import { guid, queryInteger, singleLineText } from "../../wire/value-schema.ts";
import { importFormats, importStatuses } from "./import-job.ts";

const importParams = z.object({ importId: guid });
const url = z
  .string()
  .max(2000)
  .refine((text) => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? ""), fieldRules.WEB_ADDRESS)
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, fieldRules.ADDRESS_WITH_PASSWORD);

const reading = {
  pages: z.boolean().nullish(),
  blog: singleLineText(500).min(1).nullish(),
  settings: z
    .boolean()
    .nullish()
    .describe(
      "Whether name, tagline, language, color, logo and icon of the source become settings. Only for the owner.",
    ),
};

export const startImportRequest = z.object({
  body: z.object({
    url,
    format: z.enum(["auto", "wxr", "ghost", "rss", "site"]).nullish(),
    ...reading,
    dryRun: z.boolean().nullish(),
  }),
});
export const uploadImportRequest = z.object({
  body: z.object({
    filename: singleLineText(255).min(1),
    format: z.enum(importFormats).exclude(["site"]).nullish(),
    ...reading,
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
      place: z.string().describe("A URL, a path on the server's machine, or the name of an uploaded file."),
      format: z.enum(importFormats),
      pages: z.boolean().optional(),
      blog: z.string().optional(),
      background: z.literal(true).optional().describe("Whether the server runs it."),
      uploads: z.string().optional(),
      overwrite: z.literal(true).optional(),
      settings: z.literal(true).optional(),
      maxPages: z.int().optional(),
      rate: z.number().optional(),
      upload: z.literal(true).optional().describe("Whether `place` is the name of an uploaded file."),
    }),
    dryRun: z.literal(true).optional().describe("Whether it only checks the source, and stores nothing."),
    bytes: count.optional().describe("Size of the uploaded file, once it is complete."),
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
    canceledDate: z.iso.datetime().optional(),
    undoneDate: z.iso.datetime().optional(),
  })
  .meta({ id: "ImportJob" });

export const importResponse = z.object({ import: importJob });
export const uploadImportResponse = z.object({ import: importJob, uploadUrl: z.url() });
export const listImportsResponse = z.object({ imports: z.array(importJob) });
export const importNotesResponse = z.object({
  notes: z.array(z.object({ file: z.string(), line: z.int().optional(), reason: z.string() })),
  total: count,
});
export const undoImportResponse = z.object({
  removed: z.object({ posts: count, categories: count, tags: count, images: count }),
  left: z.array(
    z.object({ kind: z.enum(["post", "page", "category", "tag"]), id: z.guid(), name: z.string(), reason: z.string() }),
  ),
});

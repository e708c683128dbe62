import type { ImportJob, ImportResponse, ImportSource } from "@porchlight/contract/blog/imports/import-job";
import type { startImportRequest } from "@porchlight/contract/blog/imports/schema";
import { rejectCredentials } from "@porchlight/importers/source-file";
import type * as z from "zod";
import type { Caller } from "../../../platform/context/caller.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { findUnfinishedImport, insertImport, readyImport } from "./imports-store.ts";

/**
 * Has a server import a URL. A failed import of the same URL is continued.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function startImport(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof startImportRequest>,
): Promise<ImportResponse> {
  requireEditor(caller);
  const { db, site } = context;
  const { url, format, pages, blog } = body;
  const source: ImportSource = {
    // Normalized: with leading white space or fewer slashes it would look like a path.
    place: new URL(url).href,
    format: format ?? "auto",
    ...(pages && { pages }),
    ...(blog != null && { blog }),
    background: true,
  };
  const unfinished = await findUnfinishedImport(db, site.id, source);
  if (!unfinished) return { import: await insertImport(db, site.id, source, context.now()) };
  return { import: (await readyImport(db, site.id, unfinished.id, context.now())) ?? unfinished };
}

/**
 * Creates an import job, or returns the unfinished one of the same source.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {ImportSourceError} for a URL with a password.
 */
export async function prepareImport(context: BlogContext, caller: Caller, source: ImportSource): Promise<ImportJob> {
  requireEditor(caller);
  rejectCredentials(source.place);
  const { db, site } = context;
  return (await findUnfinishedImport(db, site.id, source)) ?? insertImport(db, site.id, source, context.now());
}

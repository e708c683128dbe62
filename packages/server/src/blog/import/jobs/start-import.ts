import type { ImportJob, ImportResponse, ImportSource } from "@porchlight/contract/blog/imports/import-job";
import type { startImportRequest } from "@porchlight/contract/blog/imports/schema";
import { rejectCredentials } from "@porchlight/importers/source-file";
import type * as z from "zod";
import { type AuditEvent, recordAuditEvent } from "../../../platform/audit/audit.ts";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import { requireEditor, requireOwner } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { deleteImportFile } from "./import-file-store.ts";
import { setImportRequester } from "./import-requesters-store.ts";
import {
  cancelUnfinishedImport,
  confirmCheckedImport,
  findUnfinishedImport,
  insertImport,
  lockImport,
  readyImport,
} from "./imports-store.ts";

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
  const { url, format, pages, blog, settings, dryRun } = body;
  if (settings) requireOwner(caller);
  const source: ImportSource = {
    // Normalized: with leading white space or fewer slashes it would look like a path.
    place: new URL(url).href,
    format: format ?? "auto",
    ...(pages && { pages }),
    ...(blog != null && { blog }),
    ...(settings && { settings }),
    background: true,
  };
  const at = context.now();
  if (dryRun) return { import: await insertImport(db, site.id, source, at, { isDryRun: true }) };
  return db.transaction().execute(async (tx) => {
    await recordAuditEvent(tx, context, "blog-import-started", { by: caller, details: detailsOf(source) });
    const unfinished = await findUnfinishedImport(tx, site.id, source);
    const job = unfinished ?? (await insertImport(tx, site.id, source, at));
    await setImportRequester(tx, site.id, job.id, caller);
    return { import: (unfinished && (await readyImport(tx, site.id, job.id, at))) ?? job };
  });
}

/**
 * Starts an import after its check.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `IMPORT_NOT_FOUND`, `IMPORT_STATUS_CONFLICT` unless it is a finished check.
 */
export async function confirmImport(context: BlogContext, { caller }: Requester, id: string): Promise<ImportResponse> {
  requireOwner(caller);
  return changeImport(context, caller, id, "blog-import-started", async (tx, siteId, _id, at) => {
    await setImportRequester(tx, siteId, id, caller);
    return confirmCheckedImport(tx, siteId, id, at);
  });
}

/**
 * Ends an unfinished import or check and deletes its file. Posts that it has stored stay.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `IMPORT_NOT_FOUND`, `IMPORT_STATUS_CONFLICT` if it has ended.
 */
export async function cancelImport(context: BlogContext, { caller }: Requester, id: string): Promise<ImportResponse> {
  requireOwner(caller);
  return changeImport(context, caller, id, "blog-import-canceled", async (tx, siteId, _id, at) => {
    await deleteImportFile(tx, siteId, id);
    return cancelUnfinishedImport(tx, siteId, id, at);
  });
}

async function changeImport(
  context: BlogContext,
  caller: Caller,
  id: string,
  event: AuditEvent,
  change: typeof cancelUnfinishedImport,
): Promise<ImportResponse> {
  const { db, site, now } = context;
  return db.transaction().execute(async (tx) => {
    const job = isId(id) ? await lockImport(tx, site.id, id) : undefined;
    if (!job) throw new Refusal("IMPORT_NOT_FOUND");
    const changed = await change(tx, site.id, id, now());
    if (!changed) throw new Refusal("IMPORT_STATUS_CONFLICT");
    await recordAuditEvent(tx, context, event, { by: caller, details: detailsOf(job.source) });
    return { import: changed };
  });
}

/** What the audit log shows of an import. */
export const detailsOf = ({ place }: ImportSource) => ({ name: place.slice(0, 200) });

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

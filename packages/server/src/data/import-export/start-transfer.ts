import {
  type DataJobKind,
  maxImportFileBytes,
  maxPublicImportFileBytes,
  type StartItemExportResponse,
  type StartItemImportResponse,
} from "@porchlight/contract/data/import-export/data-job";
import type { startItemExportRequest, startItemImportRequest } from "@porchlight/contract/data/import-export/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { accessTo, callerKeyOf, requireAccess } from "../permissions/access.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { fieldNamesIn, openQueryScope } from "../query/query-scope.ts";
import { downloadUrlOf } from "./get-transfer.ts";
import {
  countOpenTransfers,
  countPublicBytes,
  insertTransfer,
  type Transfer,
  toTransferJob,
} from "./transfers-store.ts";

/** Unfinished jobs per caller. */
const maxOpenJobs = { editor: 20, public: 2 } as const;
/** Stored files of all public callers together. */
const maxPublicFileBytes = 512 * 1024 * 1024;

/** Base path of import uploads; the job ID follows. */
export const importPath = "/_api/porchlight/v1/data/imports/";

type ImportInput = z.output<typeof startItemImportRequest>["body"];
type ExportInput = z.output<typeof startItemExportRequest>["body"];

export const maxFileBytes = (isPublic: boolean): number => (isPublic ? maxPublicImportFileBytes : maxImportFileBytes);

/**
 * Creates an import, which starts when its file is uploaded.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `DATA_JOB_LIMIT`.
 */
export async function startItemImport(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: ImportInput },
): Promise<StartItemImportResponse> {
  const job = toTransferJob(await createImport(context, caller, body));
  return { job, uploadUrl: `${context.config.publicUrl}${importPath}${job.id}/file` };
}

/** @throws {Refusal} As {@link startItemImport}. */
export async function createImport(
  context: DataContext,
  caller: Caller,
  { dataCollectionId, ...options }: ImportInput,
): Promise<Transfer> {
  const collection = await requireCollection(context, caller, dataCollectionId);
  requireImportAccess(collection, caller, options.mode);
  return insertJob(context, caller, collection, "IMPORT", options);
}

/**
 * Inserting or updating is enough: rows that need the other permission are rejected one by one. @throws {Refusal}
 * `WDE0027`.
 */
export function requireImportAccess(collection: Collection, caller: Caller, mode: ImportInput["mode"]): void {
  const mayUpdate = mode === "UPDATE" && accessTo(collection, caller, "update") !== "none";
  if (!mayUpdate) requireAccess(collection, caller, "insert");
}

/**
 * Starts an export.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `DATA_JOB_LIMIT`, and filter errors.
 */
export async function startItemExport(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: ExportInput },
): Promise<StartItemExportResponse> {
  const { dataCollectionId, ...options } = body;
  const collection = await requireCollection(context, caller, dataCollectionId);
  requireAccess(collection, caller, "read");
  if (options.filter)
    compileFilter(options.filter, await openQueryScope(context, caller, collection, fieldNamesIn(options.filter)));
  const job = toTransferJob(await insertJob(context, caller, collection, "EXPORT", options));
  context.wakeJobs("import-export");
  return { job, downloadUrl: downloadUrlOf(context, job.id) };
}

async function insertJob(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: DataJobKind,
  options: object,
): Promise<Transfer> {
  const isPublic = !isEditor(caller);
  const callerKey = callerKeyOf(context, caller);
  if (isPublic) await requirePublicFileCapacity(context);
  const at = context.now();
  return context.db.transaction().execute(async (tx) => {
    const open = await countOpenTransfers(tx, context.site.id, callerKey);
    if (open >= (isPublic ? maxOpenJobs.public : maxOpenJobs.editor)) throw new Refusal("DATA_JOB_LIMIT");
    const job = await insertTransfer(tx, {
      site_id: context.site.id,
      id: newId(at.getTime()),
      kind,
      collection_id: collection.id,
      caller: JSON.stringify(caller),
      caller_key: callerKey,
      public: isPublic,
      options: JSON.stringify(options),
      created_at: at,
      updated_at: at,
    });
    if (kind === "EXPORT") await enqueueJob(tx, context.site.id, "import-export", job.id);
    return job;
  });
}

/** @throws {Refusal} `DATA_JOB_LIMIT`. */
export async function requirePublicFileCapacity(context: DataContext): Promise<void> {
  if ((await countPublicBytes(context.db, context.site.id)) > maxPublicFileBytes) throw new Refusal("DATA_JOB_LIMIT");
}

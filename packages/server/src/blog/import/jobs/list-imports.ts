import type { ImportJob, ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { findImport, findImportNotes, findImports } from "./imports-store.ts";

/** Latest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listImports(
  context: BlogContext,
  { caller }: Requester,
  { limit = 100 }: { limit?: number | undefined } = {},
): Promise<ImportJob[]> {
  requireEditor(caller);
  return findImports(context.db, context.site.id, limit);
}

/** @throws {Refusal} `NOT_ALLOWED`, `IMPORT_NOT_FOUND`. */
export async function getImport(context: BlogContext, { caller }: Requester, id: string): Promise<ImportJob> {
  requireEditor(caller);
  const job = isId(id) ? await findImport(context.db, context.site.id, id) : undefined;
  if (!job) throw new Refusal("IMPORT_NOT_FOUND");
  return job;
}

/** Lists what the import could not carry over, in order. @throws {Refusal} `NOT_ALLOWED`, `IMPORT_NOT_FOUND`. */
export async function listImportNotes(
  context: BlogContext,
  { caller }: Requester,
  id: string,
  { limit = 1000, offset = 0 }: { limit?: number | undefined; offset?: number | undefined } = {},
): Promise<{ notes: ImportNote[]; total: number }> {
  const { noteCount } = await getImport(context, { caller }, id);
  const notes = await findImportNotes(context.db, context.site.id, id, { limit, offset });
  return { notes, total: noteCount };
}

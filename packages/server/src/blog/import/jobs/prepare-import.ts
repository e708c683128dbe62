import type { ImportJob, ImportSource } from "@porchlight/contract/blog/imports/import-job";
import { rejectCredentials } from "@porchlight/importers/source-file";
import type { Caller } from "../../../platform/context/caller.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { findUnfinishedImport, insertImport } from "./imports-store.ts";

/**
 * Notes down that this is to be imported. An import of the same source that was cut off or failed is taken up where it was, in the
 * place of a new one.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {ImportSourceError} for an address with a password.
 */
export async function prepareImport(context: BlogContext, caller: Caller, source: ImportSource): Promise<ImportJob> {
  requireEditor(caller);
  rejectCredentials(source.place);
  const { db, site } = context;
  return (await findUnfinishedImport(db, site.id, source)) ?? insertImport(db, site.id, source, context.now());
}

import type { ImportJob, ImportSourceFacts } from "@porchlight/contract/blog/import-job";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { needNoUser } from "../source-address.ts";
import { findUnfinishedImport, insertImport } from "./imports-store.ts";

/**
 * Notes down that this is to be imported. An import of the same source that was cut off or failed is taken up where it was, in the
 * place of a new one.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {ImportSourceError} for an address with a password.
 */
export async function prepareImport(deps: Deps, caller: Caller, source: ImportSourceFacts): Promise<ImportJob> {
  needEditor(caller);
  needNoUser(source.place);
  const { db, site } = deps;
  return (await findUnfinishedImport(db, site.id, source)) ?? insertImport(db, site.id, source, deps.now());
}

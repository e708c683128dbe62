import type { ImportJob } from "@porchlight/contract/blog/import-job";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { findImports } from "./imports-store.ts";

/** The latest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listImports(
  deps: Deps,
  caller: Caller,
  { limit = 100 }: { limit?: number | undefined } = {},
): Promise<ImportJob[]> {
  needEditor(caller);
  return findImports(deps.db, deps.site.id, limit);
}

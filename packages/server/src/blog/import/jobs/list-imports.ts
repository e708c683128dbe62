import type { ImportJob } from "@porchlight/contract/blog/import-job";
import type { Caller, Deps } from "../../../deps.ts";
import { needEditor } from "../../../sessions/need-editor.ts";
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

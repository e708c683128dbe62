import type { ImportJob } from "@porchlight/contract/blog/imports/import-job";
import type { Requester } from "../../../platform/context/request-context.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { findImports } from "./imports-store.ts";

/** The latest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listImports(
  context: BlogContext,
  { caller }: Requester,
  { limit = 100 }: { limit?: number | undefined } = {},
): Promise<ImportJob[]> {
  requireEditor(caller);
  return findImports(context.db, context.site.id, limit);
}

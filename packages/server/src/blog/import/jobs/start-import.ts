import type { ImportResponse, ImportSource } from "@porchlight/contract/blog/imports/import-job";
import type { startImportRequest } from "@porchlight/contract/blog/imports/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { findUnfinishedImport, insertImport, readyImport } from "./imports-store.ts";

/**
 * Has a server import what is at an address. One of the same address that failed is taken up where it was.
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
    // Written as programs read it: with white space before it, or fewer slashes, it would look like a path.
    place: new URL(url).href,
    format: format ?? "auto",
    ...(pages && { pages }),
    ...(blog != null && { blog }),
    background: true,
  };
  const known = await findUnfinishedImport(db, site.id, source);
  if (!known) return { import: await insertImport(db, site.id, source, context.now()) };
  return { import: (await readyImport(db, site.id, known.id, context.now())) ?? known };
}

import { type FileSigningContext, linkTtlMs, signFileUrl, storedLinkTtlMs } from "../../media/files/private-files.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { type FormFileRow, findFilesOfSubmissions } from "./form-files-store.ts";

/** Signed URLs by the id of the file. */
export type FileLinks = ReadonlyMap<string, string>;

/** Links for emails, webhooks and exports. */
export const storedLinks = { ttlMs: storedLinkTtlMs };

/** Links to files, which the caller has checked. */
export const linksTo = (
  context: FileSigningContext,
  files: readonly FormFileRow[],
  { ttlMs } = { ttlMs: linkTtlMs },
): FileLinks => new Map(files.map((file) => [file.id, signFileUrl(context, file, ttlMs)]));

/**
 * Returns links to the files that belong to submissions, by the id of the submission. A submission never has a link to
 * a file of another one, whatever its values contain.
 */
export async function readFileLinks(
  db: DbOrTx,
  context: FileSigningContext,
  submissionIds: readonly string[],
  options = { ttlMs: linkTtlMs },
): Promise<(submissionId: string) => FileLinks> {
  const files = await findFilesOfSubmissions(db, context.site.id, submissionIds);
  const bySubmission = Map.groupBy(files, ({ submission_id }) => submission_id);
  return (id) => linksTo(context, bySubmission.get(id) ?? [], options);
}

/** The values with links to their files. */
export function withFileLinks<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
  links: FileLinks,
): Values {
  if (links.size === 0) return values;
  const withLink = (item: unknown): unknown => {
    const url = links.get(Object(item).fileId);
    return url === undefined ? item : { ...Object(item), url };
  };
  const entries = Object.entries(values).map(([target, value]) => [
    target,
    Array.isArray(value) ? value.map(withLink) : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

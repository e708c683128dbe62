import { mediaPath } from "@porchlight/contract/media/media-file";
import type { Transaction } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { HonoContext } from "../../platform/http/serve.ts";
import { pathOf } from "../../platform/http/validate-path.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  findReplacement,
  lockFiles,
  type MediaFileRow,
  type NewContents,
  updateContents,
} from "../files/media-files-store.ts";
import { replaceReferences } from "./replace-references-store.ts";

/**
 * Gives a file new contents, which have an id of their own: browsers cache the former ones permanently. All content of
 * the site refers to the new id from then on, and the URL of the former one redirects to it.
 *
 * @throws {Refusal} `FILE_NOT_FOUND`; `FILE_TYPE_REFUSED` for contents of another kind, such as a video for an image.
 */
export async function replaceFile(
  tx: Transaction<Tables>,
  siteId: string,
  formerId: string,
  contents: NewContents,
): Promise<MediaFileRow> {
  const [former] = await lockFiles(tx, siteId, [formerId]);
  if (!former) throw new Refusal("FILE_NOT_FOUND");
  if (former.media_type !== contents.media_type)
    throw new Refusal("FILE_TYPE_REFUSED", { reason: `is not of the kind ${former.media_type}, as the replaced file` });
  const row = await updateContents(tx, siteId, formerId, contents);
  await replaceReferences(tx, siteId, { ...contents, formerId });
  await enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: formerId }, contents.updated_at);
  return row;
}

/**
 * Redirects a request for a file that was replaced to the new file, in the same size. The redirect is cached for a
 * minute, because the new file may be replaced as well.
 *
 * @throws {Refusal} `NOT_FOUND` if the file was not replaced.
 */
export async function redirectToReplacement(
  c: HonoContext,
  { db, site }: ServerContext,
  id: string,
): Promise<Response> {
  const fileId = await findReplacement(db, site.id, id);
  if (fileId === undefined) throw new Refusal("NOT_FOUND");
  c.header("cache-control", "public, max-age=60");
  c.header("cross-origin-resource-policy", "cross-origin");
  // The id may be percent-encoded.
  return c.redirect(pathOf(c.req.url).replace(/^\/[^/]+\/[^/]+/, `${mediaPath}${fileId}`), 302);
}

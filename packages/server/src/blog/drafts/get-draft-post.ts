import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type { getDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { urlBases } from "../posts/post-visibility.ts";
import { splitFieldsets } from "../rich-content/compressed-rich-content.ts";
import { authorizeWriter, visibleOwner } from "./authorize-writer.ts";
import { findDraft } from "./drafts-store.ts";

/**
 * @param trashed Whether to read the trash instead.
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`.
 */
export async function getDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params, query }: z.output<typeof getDraftPostRequest>,
  { trashed }: { trashed: boolean },
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  if (!isId(params.draftPostId)) throw new Refusal("POST_NOT_FOUND");
  const { fieldsets, serialize } = splitFieldsets<DraftFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: urlBases(context) };
  const json = await findDraft(context.db, context.site.id, params.draftPostId, fields, {
    trashed,
    owner: visibleOwner(writer),
  });
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"draftPost":${await serialize(json)}}`);
}

import type { getDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import type { Requester } from "../../platform/http/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { addressBases } from "../posts/post-visibility.ts";
import { splitFieldsets } from "../rich-content/compressed.ts";
import { needWriter, ownerOf } from "./authorize-writer.ts";
import { findDraft } from "./drafts-store.ts";

/**
 * One post as its writers see it.
 *
 * @param trashed Whether it is looked for in the trash, rather than outside of it.
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`.
 */
export async function getDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params, query }: z.output<typeof getDraftPostRequest>,
  { trashed }: { trashed: boolean },
): Promise<RawJson> {
  const writer = await needWriter(context, caller);
  if (!isId(params.draftPostId)) throw new Refusal("POST_NOT_FOUND");
  const { fieldsets, tell } = splitFieldsets<DraftFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: addressBases(context) };
  const json = await findDraft(context.db, context.site.id, params.draftPostId, fields, {
    trashed,
    ownerId: ownerOf(writer),
  });
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"draftPost":${await tell(json)}}`);
}

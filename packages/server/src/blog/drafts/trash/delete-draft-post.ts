import type { deleteDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { discardDraft } from "./trash-operations.ts";

/**
 * Moves a post to the trash; with `permanent` removes it for good.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_STATUS_CONFLICT`.
 */
export async function deleteDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params, query }: z.output<typeof deleteDraftPostRequest>,
): Promise<Record<string, never>> {
  const writer = await authorizeWriter(context, caller);
  const permanent = query.permanent ?? false;
  await context.db.transaction().execute((tx) => discardDraft(tx, context, params.draftPostId, { permanent, writer }));
  return {};
}

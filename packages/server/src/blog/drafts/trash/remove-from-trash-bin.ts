import type { draftPostByIdRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { deletePost, lockDraft } from "../write/draft-writes-store.ts";

/**
 * Removes a post in the trash for good.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND` when it is not there.
 */
export async function removeFromTrashBin(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof draftPostByIdRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  if (!isId(params.draftPostId)) throw new Refusal("POST_NOT_FOUND");
  await context.db.transaction().execute(async (tx) => {
    const draft = await lockDraft(tx, context.site.id, params.draftPostId);
    if (draft?.status !== "DELETED") throw new Refusal("POST_NOT_FOUND");
    await deletePost(tx, context.site.id, draft.id);
  });
  return {};
}

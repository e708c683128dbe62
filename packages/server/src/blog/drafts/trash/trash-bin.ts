import type {
  bulkDeleteDraftPostsRequest,
  deleteDraftPostRequest,
  draftPostByIdRequest,
} from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter, ownerWriter } from "../authorize-writer.ts";
import { runBulk } from "../bulk-results.ts";
import { getDraftJson } from "../write/draft-operations.ts";
import { deletePost, lockDraft } from "../write/draft-writes-store.ts";
import { discardDraft, restoreDraft } from "./trash-operations.ts";

/**
 * Moves a post to the trash, or deletes it permanently.
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

/** Deletes posts independently of each other. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkDeleteDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { query }: z.output<typeof bulkDeleteDraftPostsRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const permanent = query.permanent ?? false;
  return runBulk(query.postIds, async (id) => {
    await context.db.transaction().execute((tx) => discardDraft(tx, context, id, { permanent, writer: ownerWriter }));
    return { id };
  });
}

/**
 * Permanently deletes a post in the trash.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND` if it is not there.
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

/**
 * Restores a post from the trash.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND` if it is not there, `POST_TRANSLATED`.
 */
export async function restoreFromTrashBin(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof draftPostByIdRequest>,
): Promise<RawJson> {
  // Members can only delete posts permanently.
  if (caller.kind === "member") requireEditor(caller);
  const writer = await authorizeWriter(context, caller);
  const json = await withSlugRetry(context, async (tx) => {
    await restoreDraft(tx, context, params.draftPostId, writer);
    return getDraftJson(tx, context, params.draftPostId, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { draftPostByIdRequest } from "@porchlight/contract/blog/drafts/schema";
import type { pinDraftPostRequest, undoPostChangeRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withPostEvents } from "../../blog-events.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter, ownerWriter } from "../authorize-writer.ts";
import { requireMemberAction } from "../review/review-operations.ts";
import { recordRevision } from "../revisions/revision-operations.ts";
import { getDraftJson, isReversible, lockLiveDraft, publishDraft } from "./draft-operations.ts";
import { setDraftPinned } from "./draft-writes-store.ts";
import { restoreFormerPost, saveFormerPost } from "./former-posts-store.ts";

/**
 * Publishes a draft, or submits a member's draft for review. Without changes since then, does nothing.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_STATUS_CONFLICT`, `SLUG_TAKEN`.
 * @throws {InvalidArguments} without a title.
 */
export async function publishDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof draftPostByIdRequest>,
): Promise<{ postId: string }> {
  const writer = await authorizeWriter(context, caller);
  const { draftPostId } = params;
  return withSlugRetry(context, (tx) =>
    withPostEvents(tx, context, draftPostId, async () => {
      const draft = await lockLiveDraft(tx, context, draftPostId, writer);
      const done = writer.mayPublish ? "PUBLISHED" : "IN_REVIEW";
      if (draft.status === done && !draft.hasEdits) return { postId: draft.id };
      if (!writer.mayPublish) requireMemberAction(draft.status, "UPDATE_PUBLISH");
      if (isReversible("UPDATE_PUBLISH", draft, writer))
        await saveFormerPost(tx, context.site.id, draft.id, context.now());
      await publishDraft(tx, context, draft, { values: {} }, { field: "draftPost", writer });
      return { postId: draft.id };
    }),
  );
}

/**
 * Makes a post what it was before an editor published, scheduled or unpublished it, if nothing has changed since.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `SLUG_TAKEN`; `POST_CHANGED` if the post has changed since, or
 * the action cannot be undone.
 */
export async function undoPostChange(
  context: BlogContext,
  { caller }: Requester,
  { params, body: { revision } }: z.output<typeof undoPostChangeRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { draftPostId } = params;
  const json = await withSlugRetry(context, async (tx) => {
    await withPostEvents(tx, context, draftPostId, async () => {
      const draft = await lockLiveDraft(tx, context, draftPostId, ownerWriter);
      const isKnown =
        draft.revision === revision &&
        (await restoreFormerPost(tx, context.site.id, draft.id, revision, context.now()));
      if (!isKnown) throw new Refusal("POST_CHANGED", { revision: draft.revision });
      await recordRevision(tx, context, draft.id);
    });
    return getDraftJson(tx, context, draftPostId, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

/**
 * Pins or unpins a post at the top of the feed. Takes effect immediately, independent of unpublished changes.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`.
 */
export async function pinDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof pinDraftPostRequest>,
  { pinned }: { pinned: boolean },
): Promise<RawJson> {
  requireEditor(caller);
  const json = await context.db.transaction().execute(async (tx) => {
    const draft = await lockLiveDraft(tx, context, params.draftPostId, ownerWriter);
    if (draft.pinned !== pinned)
      await withPostEvents(tx, context, draft.id, () => setDraftPinned(tx, context.site.id, draft.id, pinned));
    return getDraftJson(tx, context, draft.id, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

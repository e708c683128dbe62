import type { knownDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellingChange } from "../../blog-events.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { needWriter } from "../authorize-writer.ts";
import { checkMember } from "../review/review-operations.ts";
import { lockLiveDraft, publishDraft } from "./draft-operations.ts";

/**
 * Makes a draft what everybody sees, or submits a member's for review. One that is there already, and not changed since, stays as it is.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_STATUS_CONFLICT`, `SLUG_TAKEN`. @throws {InvalidArguments} when it has no title.
 */
export async function publishDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof knownDraftPostRequest>,
): Promise<{ postId: string }> {
  const writer = await needWriter(context, caller);
  const { draftPostId } = params;
  return writingSlugs(context, (tx) =>
    tellingChange(tx, context, draftPostId, async () => {
      const draft = await lockLiveDraft(tx, context, draftPostId, writer);
      const done = writer.mayPublish ? "PUBLISHED" : "IN_REVIEW";
      if (draft.status === done && !draft.hasEdits) return { postId: draft.id };
      if (!writer.mayPublish) checkMember(draft.status, "UPDATE_PUBLISH");
      await publishDraft(tx, context, draft, { values: {} }, { field: "draftPost", writer });
      return { postId: draft.id };
    }),
  );
}

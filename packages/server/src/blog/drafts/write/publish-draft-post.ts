import type { knownDraftPostRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { tellingChange } from "../../blog-events.ts";
import { lockLiveDraft, publishDraft } from "./draft-operations.ts";
import { needWriter } from "../authorize-writer.ts";
import { checkMember } from "../review/review-operations.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";

/**
 * Makes a draft what everybody sees, or submits a member's for review. One that is there already, and not changed since, stays as it is.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_STATUS_CONFLICT`, `SLUG_TAKEN`. @throws {InvalidArguments} when it has no title.
 */
export async function publishDraftPost(
  deps: Deps,
  caller: Caller,
  { params }: z.output<typeof knownDraftPostRequest>,
): Promise<{ postId: string }> {
  const writer = await needWriter(deps, caller);
  const { draftPostId } = params;
  return writingSlugs(deps, (tx) =>
    tellingChange(tx, deps, draftPostId, async () => {
      const draft = await lockLiveDraft(tx, deps, draftPostId, writer);
      const done = writer.mayPublish ? "PUBLISHED" : "IN_REVIEW";
      if (draft.status === done && !draft.hasEdits) return { postId: draft.id };
      if (!writer.mayPublish) checkMember(draft.status, "UPDATE_PUBLISH");
      await publishDraft(tx, deps, draft, { values: {} }, { field: "draftPost", writer });
      return { postId: draft.id };
    }),
  );
}

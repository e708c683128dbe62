import type { updateDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { needWriter } from "../authorize-writer.ts";
import { changeDraft, tellWritten } from "./draft-operations.ts";

/**
 * Changes a draft, and publishes, schedules or takes it back as the action says.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`, `SLUG_TAKEN`.
 * @throws {InvalidArguments}
 */
export async function updateDraftPost(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateDraftPostRequest>,
): Promise<RawJson> {
  const writer = await needWriter(context, caller);
  const { draftPost: input, action, scheduledPublishDate, rejectionReason, fieldsets } = body;
  const update = {
    input,
    action: action ?? "UPDATE",
    scheduledPublishDate,
    rejectionReason,
    field: "draftPost",
  } as const;
  const json = await writingSlugs(context, async (tx) => {
    await changeDraft(tx, context, params.draftPostId, update, writer);
    return tellWritten(tx, context, params.draftPostId, fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

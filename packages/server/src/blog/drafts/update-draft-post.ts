import type { updateDraftPostRequest } from "@porchlight/contract/blog/draft-post-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { changeDraft, tellWritten } from "./draft-steps.ts";
import { needWriter } from "./need-writer.ts";
import { writingSlugs } from "./settle-slug.ts";

/**
 * Changes a draft, and publishes, schedules or takes it back as the action says.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`, `SLUG_TAKEN`.
 * @throws {InvalidArguments}
 */
export async function updateDraftPost(
  deps: Deps,
  caller: Caller,
  { params, body }: z.output<typeof updateDraftPostRequest>,
): Promise<RawJson> {
  const writer = await needWriter(deps, caller);
  const { draftPost: input, action, scheduledPublishDate, rejectionReason, fieldsets } = body;
  const update = {
    input,
    action: action ?? "UPDATE",
    scheduledPublishDate,
    rejectionReason,
    field: "draftPost",
  } as const;
  const json = await writingSlugs(deps, async (tx) => {
    await changeDraft(tx, deps, params.draftPostId, update, writer);
    return tellWritten(tx, deps, params.draftPostId, fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { updateDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { getDraftJson, updateDraft } from "./draft-operations.ts";

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
  const writer = await authorizeWriter(context, caller);
  const { draftPost: input, action, scheduledPublishDate, rejectionReason, fieldsets } = body;
  const update = {
    input,
    action: action ?? "UPDATE",
    scheduledPublishDate,
    rejectionReason,
    field: "draftPost",
  } as const;
  const json = await withSlugRetry(context, async (tx) => {
    await updateDraft(tx, context, params.draftPostId, update, writer);
    return getDraftJson(tx, context, params.draftPostId, fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { GetPostRevisionAnswer } from "@porchlight/contract/blog/revisions/revision";
import type { restorePostRevisionRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { needWriter } from "../authorize-writer.ts";
import { changeDraft, lockLiveDraft, tellWritten } from "../write/draft-operations.ts";
import { inputOfTold } from "./revision-operations.ts";
import { findRevision } from "./revisions-store.ts";

/** Where and since when a post is found, whose it is, and who may read it. */
const staysAsItIs = ["seoSlug", "language", "firstPublishedDate", "memberId", "membersOnly", "pricingPlanIds"];

/**
 * Makes a post what it was, as a change like others.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `REVISION_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`.
 */
export async function restorePostRevision(
  context: BlogContext,
  { caller }: Requester,
  { params: { draftPostId, revision }, body }: z.output<typeof restorePostRevisionRequest>,
): Promise<RawJson> {
  const writer = await needWriter(context, caller);
  const json = await writingSlugs(context, async (tx) => {
    const { id } = await lockLiveDraft(tx, context, draftPostId, writer);
    const kept = await findRevision(tx, context.site.id, id, revision, "");
    if (kept === undefined) throw new Refusal("REVISION_NOT_FOUND");
    const { draftPost } = JSON.parse(kept) as GetPostRevisionAnswer["revision"];
    const input = { ...(await inputOfTold(tx, context, draftPost, staysAsItIs)), revision: body.currentRevision };
    const how = { action: "UPDATE", scheduledPublishDate: undefined, field: "revision", origin: "RESTORE" } as const;
    await changeDraft(tx, context, id, { input, ...how }, writer);
    return tellWritten(tx, context, id, body.fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

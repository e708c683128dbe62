import type { GetPostRevisionAnswer } from "@porchlight/contract/blog/post-life";
import type { restorePostRevisionRequest } from "@porchlight/contract/blog/post-life-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { changeDraft, lockLiveDraft, tellWritten } from "../write/draft-operations.ts";
import { needWriter } from "../authorize-writer.ts";
import { inputOfTold } from "./revision-operations.ts";
import { findRevision } from "./revisions-store.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";

/** Where and since when a post is found, whose it is, and who may read it. */
const staysAsItIs = ["seoSlug", "language", "firstPublishedDate", "memberId", "membersOnly", "pricingPlanIds"];

/**
 * Makes a post what it was, as a change like others.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `REVISION_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`.
 */
export async function restorePostRevision(
  deps: Deps,
  caller: Caller,
  { params: { draftPostId, revision }, body }: z.output<typeof restorePostRevisionRequest>,
): Promise<RawJson> {
  const writer = await needWriter(deps, caller);
  const json = await writingSlugs(deps, async (tx) => {
    const { id } = await lockLiveDraft(tx, deps, draftPostId, writer);
    const kept = await findRevision(tx, deps.site.id, id, revision, "");
    if (kept === undefined) throw new Refusal("REVISION_NOT_FOUND");
    const { draftPost } = JSON.parse(kept) as GetPostRevisionAnswer["revision"];
    const input = { ...(await inputOfTold(tx, deps, draftPost, staysAsItIs)), revision: body.currentRevision };
    const how = { action: "UPDATE", scheduledPublishDate: undefined, field: "revision", origin: "RESTORE" } as const;
    await changeDraft(tx, deps, id, { input, ...how }, writer);
    return tellWritten(tx, deps, id, body.fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { pinDraftPostRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withPostEvents } from "../../blog-events.ts";
import { ownerWriter } from "../authorize-writer.ts";
import { getDraftJson, lockLiveDraft } from "./draft-operations.ts";
import { pinDraft } from "./draft-writes-store.ts";

/**
 * Pins a post to the beginning of the feed, or takes the pin away; at once, whatever else waits to be published.
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
      await withPostEvents(tx, context, draft.id, () => pinDraft(tx, context.site.id, draft.id, pinned));
    return getDraftJson(tx, context, draft.id, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { pinDraftPostRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellingChange } from "../../blog-events.ts";
import { theOwner } from "../authorize-writer.ts";
import { lockLiveDraft, tellWritten } from "./draft-operations.ts";
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
  needEditor(caller);
  const json = await context.db.transaction().execute(async (tx) => {
    const draft = await lockLiveDraft(tx, context, params.draftPostId, theOwner);
    if (draft.pinned !== pinned)
      await tellingChange(tx, context, draft.id, () => pinDraft(tx, context.site.id, draft.id, pinned));
    return tellWritten(tx, context, draft.id, []);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { translateDraftRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { ownerWriter } from "../authorize-writer.ts";
import { getDraftJson, lockLiveDraft, updateDraft } from "../write/draft-operations.ts";

/**
 * Says which language a post is in.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_TRANSLATED`, `SLUG_TAKEN`.
 */
export async function updateDraftPostLanguage(
  context: BlogContext,
  { caller }: Requester,
  { params, body: { language, fieldsets } }: z.output<typeof translateDraftRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const update = {
    input: { language },
    action: "UPDATE",
    scheduledPublishDate: undefined,
    field: "draftPost",
  } as const;
  const json = await withSlugRetry(context, async (tx) => {
    const draft = await lockLiveDraft(tx, context, params.postId, ownerWriter);
    await updateDraft(tx, context, draft.id, { ...update, origin: "LANGUAGE_CHANGE" }, ownerWriter);
    return getDraftJson(tx, context, draft.id, fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

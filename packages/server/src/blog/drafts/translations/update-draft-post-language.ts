import type { translateDraftRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { theOwner } from "../authorize-writer.ts";
import { changeDraft, lockLiveDraft, tellWritten } from "../write/draft-operations.ts";

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
  needEditor(caller);
  const update = {
    input: { language },
    action: "UPDATE",
    scheduledPublishDate: undefined,
    field: "draftPost",
  } as const;
  const json = await writingSlugs(context, async (tx) => {
    const draft = await lockLiveDraft(tx, context, params.postId, theOwner);
    await changeDraft(tx, context, draft.id, { ...update, origin: "LANGUAGE_CHANGE" }, theOwner);
    return tellWritten(tx, context, draft.id, fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

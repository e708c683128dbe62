import type { DraftPost } from "@porchlight/contract/blog/drafts/draft-post";
import type { translateDraftRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellingChange } from "../../blog-events.ts";
import { writingSlugs } from "../../slugs/resolve-slug.ts";
import { theOwner } from "../authorize-writer.ts";
import { inputOfTold } from "../revisions/revision-operations.ts";
import { lockLiveDraft, makeDraft, tellWritten } from "../write/draft-operations.ts";
import { needUntranslated } from "./translation-operations.ts";
import { joinTranslations } from "./translations-store.ts";

/** What a translation has of its own. */
const ownOfEach = ["seoSlug", "language", "firstPublishedDate"];

/**
 * Makes a draft in another language with all that a post has, as a translation of it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_TRANSLATED`.
 */
export async function translateDraft(
  context: BlogContext,
  { caller }: Requester,
  { params, body: { language, fieldsets } }: z.output<typeof translateDraftRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const json = await writingSlugs(context, async (tx) => {
    const source = await lockLiveDraft(tx, context, params.postId, theOwner);
    await needUntranslated(tx, context, source, language);
    const join = () => joinTranslations(tx, context.site.id, source);
    const translationId = source.translationId ?? (await tellingChange(tx, context, source.id, join));
    const told = JSON.parse(await tellWritten(tx, context, source.id, ["RICH_CONTENT"])) as DraftPost;
    const input = await inputOfTold(tx, context, told, ownOfEach);
    const draft = { ...input, language, translationId };
    const how = { publish: false, field: "draftPost", origin: "TRANSLATION" } as const;
    return tellWritten(tx, context, await makeDraft(tx, context, { input: draft, ...how }, theOwner), fieldsets);
  });
  return new RawJson(`{"draftPost":${json}}`);
}

import type { DraftPost } from "@porchlight/contract/blog/drafts/draft-post";
import type { translateDraftRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { withPostEvents } from "../../blog-events.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { ownerWriter } from "../authorize-writer.ts";
import { toDraftInput } from "../revisions/revision-operations.ts";
import {
  createDraft,
  getDraftJson,
  lockLiveDraft,
  requireUntranslated,
  updateDraft,
} from "../write/draft-operations.ts";
import { startTranslationGroup } from "./translations-store.ts";

/** Fields that a translation does not copy. */
const untranslatedFields = ["seoSlug", "language", "firstPublishedDate"];

/**
 * Creates a copy of a post as a draft in another language, linked as its translation.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_TRANSLATED`.
 */
export async function translateDraft(
  context: BlogContext,
  { caller }: Requester,
  { params, body: { language, fieldsets } }: z.output<typeof translateDraftRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const json = await withSlugRetry(context, async (tx) => {
    const source = await lockLiveDraft(tx, context, params.postId, ownerWriter);
    await requireUntranslated(tx, context, source, language);
    const startGroup = () => startTranslationGroup(tx, context.site.id, source);
    const translationId = source.translationId ?? (await withPostEvents(tx, context, source.id, startGroup));
    const original: DraftPost = JSON.parse(await getDraftJson(tx, context, source.id, ["RICH_CONTENT"]));
    const input = await toDraftInput(tx, context, original, untranslatedFields);
    const draft = { ...input, language, translationId };
    const options = { publish: false, field: "draftPost", origin: "TRANSLATION" } as const;
    return getDraftJson(
      tx,
      context,
      await createDraft(tx, context, { input: draft, ...options }, ownerWriter),
      fieldsets,
    );
  });
  return new RawJson(`{"draftPost":${json}}`);
}

/**
 * Changes the language of a post.
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

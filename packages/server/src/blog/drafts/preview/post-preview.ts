import type { getPostPreviewRequest } from "@porchlight/contract/blog/discovery/schema";
import type { DraftPost } from "@porchlight/contract/blog/drafts/draft-post";
import type { CreatePostPreviewResponse } from "@porchlight/contract/blog/revisions/revision";
import type { createPostPreviewRequest } from "@porchlight/contract/blog/revisions/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { urlBases } from "../../posts/post-visibility.ts";
import { authorizeWriter } from "../authorize-writer.ts";
import { findDraft } from "../drafts-store.ts";
import { requireVisibleDraft } from "../revisions/revision-operations.ts";
import { createPreviewToken, openPreviewToken } from "./preview-token.ts";

/**
 * Creates a signed link that shows a draft on the site to everyone who has it, as it is saved when the link is opened.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`.
 */
export async function createPostPreview(
  context: BlogContext,
  { caller }: Requester,
  { params: { draftPostId } }: z.output<typeof createPostPreviewRequest>,
): Promise<CreatePostPreviewResponse> {
  await requireVisibleDraft(context, draftPostId, await authorizeWriter(context, caller));
  const { token, expiresDate } = createPreviewToken(context, "post preview", draftPostId, caller);
  return { path: `/preview?token=${token}`, expiresDate };
}

/**
 * The draft of a preview link.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, also if the link has expired, or its creator may no longer see the draft.
 */
export async function getPostPreview(
  context: BlogContext,
  _requester: Requester,
  { query }: z.output<typeof getPostPreviewRequest>,
): Promise<RawJson> {
  const opened = await openPreviewToken(context, "post preview", query.token);
  if (opened === undefined) throw new Refusal("POST_NOT_FOUND");
  const { id: postId, creator } = opened;
  const writer = await authorizeWriter(context, creator).catch(() => undefined);
  if (writer === undefined) throw new Refusal("POST_NOT_FOUND");
  await requireVisibleDraft(context, postId, writer);
  const fields = {
    fieldsets: ["RICH_CONTENT", "URL", "GENERATED_EXCERPT"] as const,
    bases: urlBases(context),
  };
  const json = await findDraft(context.db, context.site.id, postId, fields);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(JSON.stringify({ post: toPost(JSON.parse(json), context.now().toISOString()) }));
}

/** The draft as a `Post` of the contract. @param now Date of a post without one. */
function toPost(draft: DraftPost, now: string) {
  const {
    seoSlug: _requested,
    status: _status,
    revision: _revision,
    changeOrigin: _origin,
    moderationDetails: _moderation,
    createdDate: _created,
    editedDate: _edited,
    scheduledPublishDate,
    previewTextParagraph: _paragraphs,
    media,
    ...same
  } = draft;
  const { displayed = true, custom = false, altText, ...files } = media ?? { displayed: false };
  const firstPublishedDate = draft.firstPublishedDate ?? scheduledPublishDate ?? now;
  return {
    ...same,
    excerpt: draft.excerpt ?? "",
    firstPublishedDate,
    lastPublishedDate: draft.lastPublishedDate ?? firstPublishedDate,
    preview: false,
    media: { ...files, displayed, custom, ...(altText != null && { altText }) },
  };
}

import type { DraftAction } from "@porchlight/contract/blog/drafts/draft-values";
import { createDraftPostRequest } from "@porchlight/contract/blog/drafts/schema";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import { toSlug } from "@porchlight/contract/blog/slug";
import type { Transaction } from "kysely";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { validate } from "../../../platform/http/validation.ts";
import { requireOwner } from "../../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { recordCategoryEvent, recordTagEvent } from "../../blog-events.ts";
import { planNewsletter, requireNewsletter } from "../../newsletter/newsletter-posts.ts";
import { withSlugRetry } from "../../slugs/resolve-slug.ts";
import { findPostIdBySlug } from "../../slugs/slugs-store.ts";
import { ensureCategory } from "../../taxonomy/categories-store.ts";
import { ensureTag } from "../../taxonomy/tags-store.ts";
import { ownerWriter } from "../authorize-writer.ts";
import { createDraft, lockLiveDraft, updateDraft } from "./draft-operations.ts";

/** A post from a file; `undefined` leaves a property of an existing post unchanged. */
export interface PostToSave {
  /** The post with this slug in the same language is updated. */
  slug: string;
  /** Properties of a draft. Default language: the site's. */
  draft: Record<string, unknown>;
  /** Labels. Missing categories and tags are created. */
  categories: readonly string[] | undefined;
  tags: readonly string[] | undefined;
}

/**
 * What to do with the post after it has been saved. With `newsletter`, it is sent by email when it is published, which
 * is possible once.
 */
export type SaveAction =
  | { kind: "create" }
  | { kind: "publish"; newsletter?: boolean | undefined }
  | { kind: "schedule"; at: string; newsletter?: boolean | undefined };

/** The result of {@link savePost}. */
export interface SavedPost {
  postId: string;
  slug: string;
  status: PostStatus;
  isNew: boolean;
}

/**
 * Creates the post of a file, or updates the one with its slug, and publishes or schedules it.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `SLUG_TAKEN` if the action is "create" and the post exists, or it is in the trash;
 * `POST_STATUS_CONFLICT` to schedule a published post; `NEWSLETTER_OFF`, `NEWSLETTER_FINAL`.
 * @throws {InvalidArguments}
 */
export async function savePost(
  context: BlogContext,
  caller: Caller,
  post: PostToSave,
  action: SaveAction,
): Promise<SavedPost> {
  requireOwner(caller);
  const { site } = context;
  const { draft } = post;
  const slug = toSlug(post.slug);
  const input = validate(createDraftPostRequest, { body: { draftPost: { ...draft, seoSlug: slug } } }).body.draftPost;
  const language = input.language ?? site.language;
  if (action.kind !== "create" && action.newsletter) await requireNewsletter(context);
  return withSlugRetry(context, async (tx) => {
    Object.assign(input, await ensureTerms(tx, context, post, language));
    const found = await findPostIdBySlug(tx, site.id, { slug, language });
    if (found && action.kind === "create") throw new Refusal("SLUG_TAKEN", { slug });
    if (found?.status === "DELETED") throw new Refusal("SLUG_TAKEN", { slug, status: "DELETED" });
    const postId = found?.id ?? (await createDraft(tx, context, { input, publish: false, field }, ownerWriter));
    if (action.kind !== "create") {
      if (action.newsletter) await planNewsletter(tx, site.id, postId, true);
      const update = { ...updates[action.kind], scheduledPublishDate: action.kind === "schedule" ? action.at : null };
      await updateDraft(tx, context, postId, { ...update, input: found ? input : {}, field }, ownerWriter);
    }
    const { status } = await lockLiveDraft(tx, context, postId, ownerWriter);
    return { postId, slug, status, isNew: !found };
  });
}

/** Where the post is in errors. */
const field = "draftPost";
const updates = {
  publish: { action: "UPDATE_PUBLISH" },
  schedule: { action: "UPDATE_SCHEDULE" },
} as const satisfies Record<string, { action: DraftAction }>;

/** The ids of the categories and tags, in order. */
async function ensureTerms(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  { categories, tags }: PostToSave,
  language: string,
): Promise<{ categoryIds?: string[]; tagIds?: string[] }> {
  const at = context.now();
  const named = (label: string) => ({ label, slug: toSlug(label.toLowerCase()), language });
  const ensure = async (labels: readonly string[], kind: "category" | "tag") => {
    const ids = new Set<string>();
    for (const label of labels) {
      const add = kind === "category" ? ensureCategory : ensureTag;
      const { id, isNew } = await add(tx, context.site.id, named(label), at);
      ids.add(id);
      if (isNew) await (kind === "category" ? recordCategoryEvent : recordTagEvent)(tx, context, "created", id);
    }
    return [...ids];
  };
  return {
    ...(categories && { categoryIds: await ensure(categories, "category") }),
    ...(tags && { tagIds: await ensure(tags, "tag") }),
  };
}

import type {
  createTagRequest,
  deleteTagRequest,
  mergeTagRequest,
  updateTagRequest,
} from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { addDimensions, parseImage } from "../../drafts/write/draft-media.ts";
import {
  createTerm,
  lockExistingTerm,
  mergeTerms,
  removeTerm,
  serializeTag,
  updateTerm,
  withTaxonomyLock,
} from "./taxonomy-operations.ts";
import type { TaxonomyChange } from "./taxonomy-writes-store.ts";

/**
 * Creates a tag. Default language: the site's.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function createTag(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createTagRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const tag = {
    ...(await parseTagDetails(context, body, "coverImage")),
    label: body.label.trim(),
    slug: body.slug,
    language: body.language ?? context.site.language,
  };
  const json = await withTaxonomyLock(context, "tags", async (tx) =>
    serializeTag(
      tx,
      context,
      await createTerm(tx, context, "tags", tag, { label: "label", slug: "slug" }),
      body.fieldsets,
    ),
  );
  return new RawJson(`{"tag":${json}}`);
}

/** Deletes a tag and removes it from posts and drafts. @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. */
export async function deleteTag(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof deleteTagRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  await withTaxonomyLock(context, "tags", (tx) => removeTerm(tx, context, "tags", params.tagId));
  return {};
}

/**
 * Moves the posts and drafts of a tag to another, redirects its page there, and deletes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. @throws {InvalidArguments}
 */
export async function mergeTag(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof mergeTagRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const pair = { id: params.tagId, targetId: body.targetTagId, field: "targetTagId" };
  const json = await withTaxonomyLock(context, "tags", async (tx) =>
    serializeTag(tx, context, await mergeTerms(tx, context, "tags", pair), body.fieldsets),
  );
  return new RawJson(`{"tag":${json}}`);
}

/**
 * Updates a tag; `null` clears a field.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function updateTag(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateTagRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { label, slug } = body.tag;
  const change = {
    ...(await parseTagDetails(context, body.tag, "tag.coverImage")),
    ...(label !== undefined && { label: label.trim() }),
    ...(slug !== undefined && { slug }),
  };
  const json = await withTaxonomyLock(context, "tags", async (tx) => {
    const current = await lockExistingTerm(tx, context, "tags", params.tagId);
    await updateTerm(tx, context, "tags", current, change, { label: "tag.label", slug: "tag.slug" });
    return serializeTag(tx, context, current.id, body.fieldsets);
  });
  return new RawJson(`{"tag":${json}}`);
}

/** Parses what the page of a tag shows. @param field Path of the image. @throws {InvalidArguments} */
async function parseTagDetails(
  { config, db, site }: BlogContext,
  { description, coverImage }: Pick<z.output<typeof createTagRequest>["body"], "description" | "coverImage">,
  field: string,
): Promise<Pick<TaxonomyChange, "description" | "cover_image">> {
  return {
    ...(description !== undefined && { description: description || null }),
    ...(coverImage !== undefined && {
      cover_image: coverImage && (await addDimensions(db, site.id, parseImage(coverImage, field, config.publicUrl))),
    }),
  };
}

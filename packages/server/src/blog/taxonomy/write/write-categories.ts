import type {
  createCategoryRequest,
  deleteCategoryRequest,
  mergeCategoryRequest,
  ParsedCategory,
  updateCategoryRequest,
} from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
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
  serializeCategory,
  updateTerm,
  withTaxonomyLock,
} from "./taxonomy-operations.ts";
import type { TaxonomyChange } from "./taxonomy-writes-store.ts";

/**
 * Creates a category. Default language: the site's.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function createCategory(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createCategoryRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { category: input, fieldsets } = body;
  const { label = "", ...change } = await parseCategoryInput(context, input);
  const language = input.language ?? context.site.language;
  const fields = { label: "category.label", slug: "category.slug" };
  const category = { ...change, label, slug: input.slug, language };
  const json = await withTaxonomyLock(context, "categories", async (tx) =>
    serializeCategory(tx, context, await createTerm(tx, context, "categories", category, fields), fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}

/** Deletes a category and removes it from posts and drafts. @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`. */
export async function deleteCategory(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof deleteCategoryRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  await withTaxonomyLock(context, "categories", (tx) => removeTerm(tx, context, "categories", params.categoryId));
  return {};
}

/**
 * Moves the posts and drafts of a category to another, redirects its page there, and deletes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`. @throws {InvalidArguments}
 */
export async function mergeCategory(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof mergeCategoryRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const pair = { id: params.categoryId, targetId: body.targetCategoryId, field: "targetCategoryId" };
  const json = await withTaxonomyLock(context, "categories", async (tx) =>
    serializeCategory(tx, context, await mergeTerms(tx, context, "categories", pair), body.fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}

/**
 * Updates a category; `null` clears a field.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function updateCategory(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateCategoryRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { category: input, fieldsets } = body;
  const change = {
    ...(await parseCategoryInput(context, input)),
    ...(input.slug !== undefined && { slug: input.slug }),
  };
  const json = await withTaxonomyLock(context, "categories", async (tx) => {
    const current = await lockExistingTerm(tx, context, "categories", params.categoryId);
    if (input.language != null && input.language !== current.language)
      throw new InvalidArguments([
        violation("category.language", `cannot be changed from ${current.language}`, "OTHER"),
      ]);
    await updateTerm(tx, context, "categories", current, change, { label: "category.label", slug: "category.slug" });
    return serializeCategory(tx, context, current.id, fieldsets);
  });
  return new RawJson(`{"category":${json}}`);
}

/**
 * Parses the new values of a category; slug and language are handled separately. @throws {InvalidArguments} for an
 * invalid image.
 */
async function parseCategoryInput(
  { config, db, site }: BlogContext,
  input: ParsedCategory,
): Promise<Omit<TaxonomyChange, "slug">> {
  const { description, displayPosition, translationId, coverImage, seoData } = input;
  const label = (input.label ?? input.title)?.trim();
  return {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description: description || null }),
    // -1 sorts after all positions.
    ...(displayPosition !== undefined && { display_position: displayPosition ?? -1 }),
    ...(translationId !== undefined && { translation_id: translationId }),
    ...(coverImage !== undefined && {
      cover_image:
        coverImage &&
        (await addDimensions(db, site.id, parseImage(coverImage, "category.coverImage", config.publicUrl))),
    }),
    ...(seoData !== undefined && { seo_data: { ...seoData, tags: seoData?.tags ?? [] } }),
  };
}

import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { guid, languageTag, singleLineText } from "../../wire/value-schema.ts";
import { imageInput, seoDataInput } from "../drafts/schema.ts";

/** Sources: entities.md, CreateCategoryRequest, Category and CreateTagRequest. */

const nonBlank = /\S/;
const needed = (maximum: number) => singleLineText(maximum).regex(nonBlank, fieldRules.LETTERS);
const fieldsets = z
  .array(z.enum(["UNKNOWN", "URL", "SEO"]))
  .max(10)
  .nullish();
const id = z.string().min(1).max(38);
const slug = singleLineText(100).nullish();

const categoryLabel = needed(35);
const category = z.object({
  label: categoryLabel.optional(),
  title: singleLineText(200).optional(),
  slug,
  description: z.string().max(500).nullish(),
  displayPosition: z.number().int().min(-1).max(1_000_000_000).nullish(),
  translationId: guid.nullish(),
  language: languageTag.nullish(),
  seoData: seoDataInput.nullish(),
  coverImage: imageInput.nullish(),
});
export type ParsedCategory = z.output<typeof category>;

/** Without a label its legacy alias `title` applies, with the same limits. */
const named = category.refine(({ label, title }) => label !== undefined || categoryLabel.safeParse(title).success, {
  path: ["label"],
  error: "must have 1 to 35 characters",
  params: { violatedRule: "REQUIRED_FIELD" },
});

const categoryParams = z.object({ categoryId: id });
const tagParams = z.object({ tagId: id });

export const createCategoryRequest = z.object({ body: z.object({ category: named, fieldsets }) });
export const updateCategoryRequest = z.object({
  params: categoryParams,
  body: z.object({ category, fieldsets }),
});
export const deleteCategoryRequest = z.object({ params: categoryParams });
export const mergeCategoryRequest = z.object({
  params: categoryParams,
  body: z.object({ targetCategoryId: id, fieldsets }),
});

const tagLabel = needed(100);
/** Porchlight extensions. */
const tagPage = { description: z.string().max(500).nullish(), coverImage: imageInput.nullish() };
export const createTagRequest = z.object({
  body: z.object({ label: tagLabel, language: languageTag.nullish(), slug, fieldsets, ...tagPage }),
});
export const updateTagRequest = z.object({
  params: tagParams,
  body: z.object({ tag: z.object({ label: tagLabel.optional(), slug, ...tagPage }), fieldsets }),
});
export const deleteTagRequest = z.object({ params: tagParams });
export const mergeTagRequest = z.object({ params: tagParams, body: z.object({ targetTagId: id, fieldsets }) });

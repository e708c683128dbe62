import type { Category, Tag, WireImage } from "../posts/post.ts";

/** What writers settle of a category; what is left out stays as it is, `null` takes it away. Source: entities.md, Category. */
export interface CategoryInput {
  /** At most 35 characters; no other category in its language has it, whatever its case. */
  label?: string;
  /** Its old name, taken where there is no label. */
  title?: string;
  /** Made from the label unless given. */
  slug?: string | null;
  description?: string | null;
  /** Lower ones come first; -1, or none, is behind all that have a place. */
  displayPosition?: number | null;
  /** The same for categories that say the same in several languages. */
  translationId?: string | null;
  seoData?: { tags?: unknown[]; settings?: unknown } | null;
  coverImage?: Partial<WireImage> | null;
}

type CategoryFieldsets = { fieldsets?: ("URL" | "SEO")[] };

export type CreateCategoryRequest = {
  body: { category: CategoryInput & { language?: string | null } } & CategoryFieldsets;
};
export type UpdateCategoryRequest = {
  params: { categoryId: string };
  body: { category: CategoryInput } & CategoryFieldsets;
};
export type DeleteCategoryRequest = { params: { categoryId: string } };
export type MergeCategoryRequest = {
  params: { categoryId: string };
  body: { targetCategoryId: string } & CategoryFieldsets;
};

export interface CategoryResponse {
  category: Category;
}

type TagFieldsets = { fieldsets?: "URL"[] };

export type CreateTagRequest = {
  body: { label: string; language?: string | null; slug?: string | null } & TagFieldsets;
};
export type UpdateTagRequest = {
  params: { tagId: string };
  body: { tag: { label?: string; slug?: string | null } } & TagFieldsets;
};
export type DeleteTagRequest = { params: { tagId: string } };
export type MergeTagRequest = { params: { tagId: string }; body: { targetTagId: string } & TagFieldsets };

export interface TagResponse {
  tag: Tag;
}

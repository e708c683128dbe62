import type { Category, Tag, WireImage } from "../posts/post.ts";

/** Writable properties of a category; omitted ones stay, `null` clears them. Source: entities.md, Category. */
export interface CategoryInput {
  /** At most 35 characters; unique in its language, ignoring case. */
  label?: string;
  /** Legacy alias of `label`. */
  title?: string;
  /** Default: derived from the label. */
  slug?: string | null;
  description?: string | null;
  /** Ascending; -1 or absent: after all categories with a position. */
  displayPosition?: number | null;
  /** Shared by the translations of a category. */
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

/** Description and cover image of a tag, which its page shows. Porchlight extensions. */
export interface TagDetailsInput {
  /** At most 500 characters. */
  description?: string | null;
  coverImage?: Partial<WireImage> | null;
}

type TagFieldsets = { fieldsets?: "URL"[] };

export type CreateTagRequest = {
  body: { label: string; language?: string | null; slug?: string | null } & TagDetailsInput & TagFieldsets;
};
export type UpdateTagRequest = {
  params: { tagId: string };
  body: { tag: { label?: string; slug?: string | null } & TagDetailsInput } & TagFieldsets;
};
export type DeleteTagRequest = { params: { tagId: string } };
export type MergeTagRequest = { params: { tagId: string }; body: { targetTagId: string } & TagFieldsets };

export interface TagResponse {
  tag: Tag;
}

import * as conversions from "@porchlight/contract/blog/posts/conversions";
import * as endpoints from "@porchlight/contract/blog/taxonomy/endpoints";
import type {
  CreateCategoryRequest,
  MergeCategoryRequest,
  UpdateCategoryRequest,
  CategoryInput as WireCategoryInput,
} from "@porchlight/contract/blog/taxonomy/taxonomy";
import type { CallOptions, Transport } from "../transport.ts";
import { draftConverters as converters } from "./draft-media.ts";
import type { Category } from "./post.ts";

/** Writable properties of a category. `coverImage`: `wix:image://…`, or a URL of another site. */
export type CategoryInput = Omit<WireCategoryInput, "coverImage"> & { coverImage?: string | null };
/** Options of calls that create or update a category. */
export type WriteCategoryOptions = Omit<CreateCategoryRequest["body"], "category">;

/** Write calls for categories. Require an API key of role `editor` or `admin`; otherwise `NOT_ALLOWED`. */
export function categoryWrites(transport: Transport) {
  return {
    /**
     * Creates a category and returns it.
     *
     * @param category Default slug: derived from the label. Default position: last.
     * @throws {PorchlightError} `SLUG_TAKEN`, `LABEL_TAKEN`; violations of `category.label` and others. Source:
     * wire.md, Categories.
     */
    async createCategory(
      category: CategoryInput & { language?: string | null },
      options: WriteCategoryOptions = {},
      call?: CallOptions,
    ): Promise<Category> {
      const request = { body: { category, ...options } } as CreateCategoryRequest;
      const conversion = conversions.writeCategory;
      const response: { category: Category } = await transport.send(endpoints.createCategory, request, {
        ...call,
        conversion,
        converters,
      });
      return response.category;
    },

    /**
     * Updates a category and returns it. Omitted properties stay; `null` clears them.
     *
     * @throws {PorchlightError} `CATEGORY_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`. Source: wire.md, Categories.
     */
    async updateCategory(
      _id: string,
      category: CategoryInput,
      options: WriteCategoryOptions = {},
      call?: CallOptions,
    ): Promise<Category> {
      const request = { params: { categoryId: _id }, body: { category: { ...category, id: _id }, ...options } };
      const conversion = conversions.writeCategory;
      const response: { category: Category } = await transport.send(
        endpoints.updateCategory,
        request as unknown as UpdateCategoryRequest,
        { ...call, conversion, converters },
      );
      return response.category;
    },

    /** Deletes a category; its posts and drafts remain without it. @throws {PorchlightError} `CATEGORY_NOT_FOUND`. */
    async deleteCategory(categoryId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteCategory, { params: { categoryId } }, { ...call });
    },

    /**
     * Moves posts and drafts to another category, redirects the page there and deletes the category. A Porchlight
     * extension.
     *
     * @returns The target category.
     * @throws {PorchlightError} `CATEGORY_NOT_FOUND`; a violation of `targetCategoryId`.
     */
    async mergeCategory(
      categoryId: string,
      targetCategoryId: string,
      options: WriteCategoryOptions = {},
      call?: CallOptions,
    ): Promise<Category> {
      const request: MergeCategoryRequest = { params: { categoryId }, body: { targetCategoryId, ...options } };
      const response: { category: Category } = await transport.send(endpoints.mergeCategory, request, {
        ...call,
        conversion: conversions.mergeCategory,
        converters,
      });
      return response.category;
    },
  };
}

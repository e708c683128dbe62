import * as conversions from "@porchlight/contract/blog/taxonomy/conversions";
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

/** What writers settle of a category. `coverImage`: `wix:image://…`, or an address of another site. */
export type CategoryInput = Omit<WireCategoryInput, "coverImage"> & { coverImage?: string | null };
/** Options of calls that create or update a category. */
export type WriteCategoryOptions = Omit<CreateCategoryRequest["body"], "category">;

/** Writing categories. For programs with an API key of role `editor` or `admin`; everyone else is answered `NOT_ALLOWED`. */
export function categoryWrites(transport: Transport) {
  return {
    /**
     * Makes a category; the answer is the category itself.
     *
     * @param category Its slug is made from the label, and its place is behind the others, unless they are given.
     * @throws {PorchlightError} `SLUG_TAKEN`, `LABEL_TAKEN`; violations of `category.label` and the like. Source: wire.md, Categories.
     */
    async createCategory(
      category: CategoryInput & { language?: string | null },
      options: WriteCategoryOptions = {},
      call?: CallOptions,
    ): Promise<Category> {
      const request = { body: { category, ...options } } as CreateCategoryRequest;
      const conversion = conversions.writeCategory;
      const answer: { category: Category } = await transport.send(endpoints.createCategory, request, {
        ...call,
        conversion,
        converters,
      });
      return answer.category;
    },

    /**
     * Changes a category: what is left out stays, `null` takes it away. The answer is the category itself.
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
      const answer: { category: Category } = await transport.send(
        endpoints.updateCategory,
        request as unknown as UpdateCategoryRequest,
        { ...call, conversion, converters },
      );
      return answer.category;
    },

    /** Removes a category; its posts and drafts stay, without it. @throws {PorchlightError} `CATEGORY_NOT_FOUND`. */
    async deleteCategory(categoryId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteCategory, { params: { categoryId } }, { ...call });
    },

    /**
     * Gives the posts and drafts of a category to another, lets its page lead there, and removes it. An addition of Porchlight.
     *
     * @returns The other.
     * @throws {PorchlightError} `CATEGORY_NOT_FOUND`; a violation of `targetCategoryId`.
     */
    async mergeCategory(
      categoryId: string,
      targetCategoryId: string,
      options: WriteCategoryOptions = {},
      call?: CallOptions,
    ): Promise<Category> {
      const request: MergeCategoryRequest = { params: { categoryId }, body: { targetCategoryId, ...options } };
      const answer: { category: Category } = await transport.send(endpoints.mergeCategory, request, {
        ...call,
        conversion: conversions.mergeCategory,
        converters,
      });
      return answer.category;
    },
  };
}

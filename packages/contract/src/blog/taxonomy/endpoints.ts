import { endpoint } from "../../endpoint.ts";
import type {
  CategoryResponse,
  CreateCategoryRequest,
  CreateTagRequest,
  DeleteCategoryRequest,
  DeleteTagRequest,
  MergeCategoryRequest,
  MergeTagRequest,
  TagResponse,
  UpdateCategoryRequest,
  UpdateTagRequest,
} from "./taxonomy.ts";

export const createCategory = /* @__PURE__ */ endpoint<CreateCategoryRequest, CategoryResponse>(
  "POST",
  "/blog/v3/categories",
);
export const updateCategory = /* @__PURE__ */ endpoint<UpdateCategoryRequest, CategoryResponse>(
  "PATCH",
  "/blog/v3/categories/:categoryId",
);
export const deleteCategory = /* @__PURE__ */ endpoint<DeleteCategoryRequest, Record<string, never>>(
  "DELETE",
  "/blog/v3/categories/:categoryId",
);
/** A Porchlight extension. */
export const mergeCategory = /* @__PURE__ */ endpoint<MergeCategoryRequest, CategoryResponse>(
  "POST",
  "/blog/v3/categories/:categoryId/merge",
);
export const createTag = /* @__PURE__ */ endpoint<CreateTagRequest, TagResponse>("POST", "/v3/tags");
/** A Porchlight extension. */
export const updateTag = /* @__PURE__ */ endpoint<UpdateTagRequest, TagResponse>("PATCH", "/v3/tags/:tagId");
export const deleteTag = /* @__PURE__ */ endpoint<DeleteTagRequest, Record<string, never>>("DELETE", "/v3/tags/:tagId");
/** A Porchlight extension. */
export const mergeTag = /* @__PURE__ */ endpoint<MergeTagRequest, TagResponse>("POST", "/v3/tags/:tagId/merge");

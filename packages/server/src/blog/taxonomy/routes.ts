import * as taxonomy from "@porchlight/contract/blog/taxonomy/endpoints";
import {
  createCategoryRequest,
  createTagRequest,
  deleteCategoryRequest,
  deleteTagRequest,
  mergeCategoryRequest,
  mergeTagRequest,
  updateCategoryRequest,
  updateTagRequest,
} from "@porchlight/contract/blog/taxonomy/schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type * as z from "zod";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { type Area, type RawJson, serve } from "../../platform/http/serve.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { createCategory, deleteCategory, mergeCategory, updateCategory } from "./write/write-categories.ts";
import { createTag, deleteTag, mergeTag, updateTag } from "./write/write-tags.ts";

/** Routes that write categories and tags, for API keys of editors. */
export function taxonomyRoutes(area: Area, context: BlogContext): void {
  function put<Request extends EndpointRequest, Schema extends z.ZodType, Answer>(
    endpoint: Endpoint<Request, Answer>,
    schema: Schema,
    useCase: (context: BlogContext, request: RequestContext, input: z.output<Schema>) => Promise<Answer | RawJson>,
  ): void {
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input), { authorize: requireEditor });
  }

  put(taxonomy.createCategory, createCategoryRequest, createCategory);
  put(taxonomy.updateCategory, updateCategoryRequest, updateCategory);
  put(taxonomy.deleteCategory, deleteCategoryRequest, deleteCategory);
  put(taxonomy.mergeCategory, mergeCategoryRequest, mergeCategory);
  put(taxonomy.createTag, createTagRequest, createTag);
  put(taxonomy.updateTag, updateTagRequest, updateTag);
  put(taxonomy.deleteTag, deleteTagRequest, deleteTag);
  put(taxonomy.mergeTag, mergeTagRequest, mergeTag);
}

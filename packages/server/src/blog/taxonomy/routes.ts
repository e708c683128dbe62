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
  function route<Request extends EndpointRequest, Schema extends z.ZodType, Result>(
    endpoint: Endpoint<Request, Result>,
    schema: Schema,
    useCase: (context: BlogContext, request: RequestContext, input: z.output<Schema>) => Promise<Result | RawJson>,
  ): void {
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input), { authorize: requireEditor });
  }

  route(taxonomy.createCategory, createCategoryRequest, createCategory);
  route(taxonomy.updateCategory, updateCategoryRequest, updateCategory);
  route(taxonomy.deleteCategory, deleteCategoryRequest, deleteCategory);
  route(taxonomy.mergeCategory, mergeCategoryRequest, mergeCategory);
  route(taxonomy.createTag, createTagRequest, createTag);
  route(taxonomy.updateTag, updateTagRequest, updateTag);
  route(taxonomy.deleteTag, deleteTagRequest, deleteTag);
  route(taxonomy.mergeTag, mergeTagRequest, mergeTag);
}

import type {
  getCategoryBySlugRequest,
  getCategoryRequest,
  listCategoriesRequest,
  queryListRequest,
} from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseListQuery, toPagingMetadata } from "../pagination/list-query.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import {
  categoryQueryFields,
  displayOrder,
  findCategory,
  findCategoryBySlug,
  findCategoryPage,
  isInLanguage,
} from "./categories-store.ts";

/**
 * One page of the categories that match a filter. Default order: the owner's.
 *
 * @throws {InvalidArguments} for an invalid query. Source: wire.md, "Generic query builder".
 */
export async function queryCategories(
  context: BlogContext,
  _request: Requester,
  input: z.output<typeof queryListRequest>,
): Promise<RawJson> {
  const visibility = publicVisibility(context);
  const query = parseListQuery(input, categoryQueryFields(visibility), displayOrder);
  const fields = { fieldsets: input.body.fieldsets ?? [], bases: urlBases(context) };
  const page = await readWithTimeLimit(context.db, query.weight, (db) =>
    findCategoryPage(db, visibility, { ...query, ...fields }),
  );
  const metadata = JSON.stringify(toPagingMetadata(query, page));
  return new RawJson(`{"categories":[${page.json}],"pagingMetadata":${metadata}}`);
}

/**
 * Categories in the owner's order, with their number of published posts.
 *
 * @throws {Refusal} `CURSOR_INVALID`: categories are paged by offset and never return cursors.
 */
export async function listCategories(
  context: BlogContext,
  _request: Requester,
  { query }: z.output<typeof listCategoriesRequest>,
): Promise<RawJson> {
  const { paging, language, fieldsets = [] } = query;
  if (paging?.cursor) throw new Refusal("CURSOR_INVALID");
  const offset = paging?.offset ?? 0;
  const limit = paging?.limit ?? defaultPageSize;
  const filter = language === undefined ? undefined : isInLanguage(language);
  const options = { filter, keys: displayOrder, limit, offset, fieldsets, bases: urlBases(context) };
  const { json, count, total } = await findCategoryPage(context.db, publicVisibility(context), options);
  return new RawJson(`{"categories":[${json}],"metaData":${JSON.stringify({ count, offset, total })}}`);
}

/** @throws {Refusal} `CATEGORY_NOT_FOUND`. */
export async function getCategory(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getCategoryRequest>,
): Promise<RawJson> {
  if (!isId(params.categoryId)) throw new Refusal("CATEGORY_NOT_FOUND");
  const fields = { fieldsets: query.fieldsets ?? [], bases: urlBases(context) };
  const json = await findCategory(context.db, publicVisibility(context), params.categoryId, fields);
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return new RawJson(`{"category":${json}}`);
}

/**
 * The category with this slug. Without a language, one in the site's language comes first.
 *
 * @throws {Refusal} `CATEGORY_NOT_FOUND`.
 */
export async function getCategoryBySlug(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getCategoryBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const fields = { fieldsets: query.fieldsets ?? [], bases: urlBases(context) };
  const json = await findCategoryBySlug(context.db, publicVisibility(context), params.slug, languages, fields);
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return new RawJson(`{"category":${json}}`);
}

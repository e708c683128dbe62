import type { queryListRequest } from "@porchlight/contract/blog/posts/schema";
import { sql } from "kysely";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import {
  countField,
  dateField,
  integerField,
  nullableTextField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseListQuery, toPagingMetadata } from "../pagination/list-query.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import type { Visibility } from "../posts/posts-store.ts";
import { categoryPostCount, displayOrder, findCategoryPage } from "./categories-store.ts";

/** What a query may name, over `categories c`. Source: entities.md, Category. */
const queryFields = (visibility: Visibility): QueryFields =>
  new Map<string, QueryField>([
    ["id", uuidField(sql`c.id`)],
    ["label", textField(sql`c.label`)],
    ["title", textField(sql`c.label`)],
    ["slug", textField(sql`c.slug`)],
    ["description", nullableTextField(sql`c.description`)],
    ["language", textField(sql`c.language`)],
    ["displayPosition", integerField(sql`c.display_position`)],
    ["rank", integerField(sql`c.display_position`)],
    ["postCount", countField(categoryPostCount(visibility))],
    ["createdDate", dateField(sql`date_trunc('milliseconds', c.created_at)`)],
    ["updatedDate", dateField(sql`date_trunc('milliseconds', c.updated_at)`)],
  ]);

/**
 * One page of the categories that a filter leaves. Without an order, the owner's.
 *
 * @throws {InvalidArguments} for what is not a query of categories. Source: wire.md, "Generic query builder".
 */
export async function queryCategories(
  context: BlogContext,
  _request: Requester,
  input: z.output<typeof queryListRequest>,
): Promise<RawJson> {
  const visibility = publicVisibility(context);
  const query = parseListQuery(input, queryFields(visibility), displayOrder);
  const fields = { fieldsets: input.body.fieldsets ?? [], bases: urlBases(context) };
  const page = await readWithTimeLimit(context.db, query.weight, (db) =>
    findCategoryPage(db, visibility, { ...query, ...fields }),
  );
  const metadata = JSON.stringify(toPagingMetadata(query, page));
  return new RawJson(`{"categories":[${page.json}],"pagingMetadata":${metadata}}`);
}

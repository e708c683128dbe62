import type { queryListRequest } from "@porchlight/contract/blog/posts/schema";
import { sql } from "kysely";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import { compileSort } from "../../platform/db/pagination/keyset-page.ts";
import {
  countField,
  dateField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseListQuery, toPagingMetadata } from "../pagination/list-query.ts";
import { blogBaseUrl, publicVisibility } from "../posts/post-visibility.ts";
import type { Visibility } from "../posts/posts-store.ts";
import { findTagPage, tagPostCount } from "./tags-store.ts";

/** What a query may name, over `tags t`. Source: entities.md, BlogTag. */
function queryFields(visibility: Visibility): QueryFields {
  const postCount = countField(tagPostCount(visibility));
  return new Map<string, QueryField>([
    ["id", uuidField(sql`t.id`)],
    ["label", textField(sql`t.label`)],
    ["slug", textField(sql`t.slug`)],
    ["language", textField(sql`t.language`)],
    ["postCount", postCount],
    ["publicationCount", postCount],
    ["publishedPostCount", postCount],
    ["createdDate", dateField(sql`date_trunc('milliseconds', t.created_at)`)],
    ["updatedDate", dateField(sql`date_trunc('milliseconds', t.updated_at)`)],
  ]);
}

/**
 * One page of the tags that a filter leaves. Without an order, by label.
 *
 * @throws {InvalidArguments} for what is not a query of tags. Source: wire.md, "Generic query builder".
 */
export async function queryTags(
  context: BlogContext,
  _request: Requester,
  input: z.output<typeof queryListRequest>,
): Promise<RawJson> {
  const visibility = publicVisibility(context);
  const fields = queryFields(visibility);
  const query = parseListQuery(input, fields, compileSort([{ fieldName: "label", order: "ASC" }], fields, "id"));
  const baseUrl = input.body.fieldsets?.includes("URL") ? blogBaseUrl(context) : undefined;
  const page = await readWithTimeLimit(context.db, query.weight, (db) =>
    findTagPage(db, visibility, { ...query, baseUrl }),
  );
  const { count, offset, total, ...more } = toPagingMetadata(query, page);
  const metaData = { count, offset, total };
  const told = JSON.stringify({ metaData, pagingMetadata: { ...metaData, ...more } });
  return new RawJson(`{"tags":[${page.json}],${told.slice(1)}`);
}

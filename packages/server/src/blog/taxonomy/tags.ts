import type {
  getTagByLabelRequest,
  getTagBySlugRequest,
  getTagRequest,
  queryListRequest,
} from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import { compileSort } from "../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseListQuery, toPagingMetadata } from "../pagination/list-query.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { findTag, findTagByLabel, findTagBySlug, findTagPage, tagQueryFields } from "./tags-store.ts";

/**
 * One tag with its number of published posts.
 *
 * @throws {Refusal} `TAG_NOT_FOUND`.
 */
export async function getTag(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getTagRequest>,
): Promise<RawJson> {
  if (!isId(params.tagId)) throw new Refusal("TAG_NOT_FOUND");
  const fields = { withUrl: query.fieldsets?.includes("URL") === true, bases: urlBases(context) };
  const json = await findTag(context.db, publicVisibility(context), params.tagId, fields);
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return new RawJson(`{"tag":${json}}`);
}

/**
 * The tag with this label, ignoring case. Without a language, one in the site's language comes first.
 *
 * @throws {Refusal} `TAG_NOT_FOUND`.
 */
export async function getTagByLabel(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getTagByLabelRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const fields = { withUrl: query.fieldsets?.includes("URL") === true, bases: urlBases(context) };
  const json = await findTagByLabel(context.db, publicVisibility(context), params.label, languages, fields);
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return new RawJson(`{"tag":${json}}`);
}

/**
 * The tag with this slug. Without a language, one in the site's language comes first.
 *
 * @throws {Refusal} `TAG_NOT_FOUND`.
 */
export async function getTagBySlug(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getTagBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const fields = { withUrl: query.fieldsets?.includes("URL") === true, bases: urlBases(context) };
  const json = await findTagBySlug(context.db, publicVisibility(context), params.slug, languages, fields);
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return new RawJson(`{"tag":${json}}`);
}

/**
 * One page of the tags that match a filter. Default order: by label.
 *
 * @throws {InvalidArguments} for an invalid query. Source: wire.md, "Generic query builder".
 */
export async function queryTags(
  context: BlogContext,
  _request: Requester,
  input: z.output<typeof queryListRequest>,
): Promise<RawJson> {
  const visibility = publicVisibility(context);
  const fields = tagQueryFields(visibility);
  const query = parseListQuery(input, fields, compileSort([{ fieldName: "label", order: "ASC" }], fields, "id"));
  const withUrl = input.body.fieldsets?.includes("URL") === true;
  const page = await readWithTimeLimit(context.db, query.weight, (db) =>
    findTagPage(db, visibility, { ...query, withUrl, bases: urlBases(context) }),
  );
  const { count, offset, total, ...remaining } = toPagingMetadata(query, page);
  const metaData = { count, offset, total };
  const metadata = JSON.stringify({ metaData, pagingMetadata: { ...metaData, ...remaining } });
  return new RawJson(`{"tags":[${page.json}],${metadata.slice(1)}`);
}

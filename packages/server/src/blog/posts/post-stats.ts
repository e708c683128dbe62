import type { getTotalPostsRequest, queryPostCountStatsRequest } from "@porchlight/contract/blog/posts/schema";
import pg from "pg";
import type * as z from "zod";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isTimeZone } from "../../platform/settings/time-zone.ts";
import type { BlogContext } from "../blog-context.ts";
import { jsonEntity } from "../json-list.ts";
import { countPosts, countPostsByMonth } from "./post-stats-store.ts";
import { publicVisibility } from "./post-visibility.ts";

/** A hundred years. */
const maxMonths = 1_200;

/**
 * Number of posts per month, without empty months. Default time zone: the site's.
 *
 * @throws {InvalidArguments} for an unknown time zone.
 * Source: wire.md, Blog, "Posts".
 */
export async function queryPostCountStats(
  context: BlogContext,
  _request: Requester,
  { query }: z.output<typeof queryPostCountStatsRequest>,
): Promise<RawJson> {
  const { timeZone = context.site.timeZone, months = maxMonths, rangeStart, order, language } = query;
  if (!isTimeZone(timeZone)) throw invalidTimeZone();
  const newestFirst = order === "NEWEST";
  const options = { from: rangeStart, newestFirst, limit: months, language, timeZone };
  const json = await countPostsByMonth(context.db, publicVisibility(context), options).catch((error: unknown) => {
    throw isUnknownTimeZone(error) ? invalidTimeZone() : error;
  });
  return jsonEntity("stats", json);
}

const invalidTimeZone = () =>
  new InvalidArguments([violation("timeZone", "must be the name of a time zone, like Europe/Paris", "VALIDATION")]);

/** A zone that JavaScript knows and PostgreSQL does not. */
function isUnknownTimeZone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "22023";
}

/** Number of published posts, in one language or in all. */
export async function getTotalPosts(
  context: BlogContext,
  _request: Requester,
  { query }: z.output<typeof getTotalPostsRequest>,
): Promise<{ total: number }> {
  return { total: await countPosts(context.db, publicVisibility(context), query.language) };
}

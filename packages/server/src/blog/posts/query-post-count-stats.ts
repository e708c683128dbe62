import type { queryPostCountStatsRequest } from "@porchlight/contract/blog/posts/schema";
import pg from "pg";
import type * as z from "zod";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { isTimeZone } from "../../platform/settings/time-zone.ts";
import type { BlogContext } from "../blog-context.ts";
import { countPostsByMonth } from "./post-stats-store.ts";
import { publicView } from "./post-visibility.ts";

/** Months in one answer: a hundred years. */
const maximumMonths = 1_200;

/**
 * How many posts each month has, in the time zone asked for, or else the site's; months without posts are left out.
 *
 * @throws {InvalidArguments} for a time zone that does not exist.
 * Source: wire.md, Blog, "Posts".
 */
export async function queryPostCountStats(
  context: BlogContext,
  { query }: z.output<typeof queryPostCountStatsRequest>,
): Promise<RawJson> {
  const { timeZone = context.site.timeZone, months = maximumMonths, rangeStart, order, language } = query;
  if (!isTimeZone(timeZone)) throw unknownTimeZone();
  const newestFirst = order === "NEWEST";
  const question = { from: rangeStart, newestFirst, limit: months, language, timeZone };
  const json = await countPostsByMonth(context.db, publicView(context), question).catch((error: unknown) => {
    throw isUnknownTimeZone(error) ? unknownTimeZone() : error;
  });
  return new RawJson(`{"stats":${json}}`);
}

const unknownTimeZone = () =>
  new InvalidArguments([violation("timeZone", "must be the name of a time zone, like Europe/Paris", "VALIDATION")]);

/** A zone of JavaScript's list that is not in PostgreSQL's. */
function isUnknownTimeZone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "22023";
}

import { type IndexField, maxIndexFields } from "@porchlight/contract/data/indexes/data-index";
import type { Db } from "../../platform/db/database.ts";
import type { QueriedFields } from "../query/queried-fields.ts";
import { findSlowQueries } from "../query/slow-queries-store.ts";
import { findIndexes } from "./indexes-store.ts";

/** An index that would speed up recorded slow queries. */
export interface ProposedIndex {
  collectionId: string;
  fields: IndexField[];
  /** Of the queries that it would serve. */
  slowestMs: number;
}

/** Indexes that would serve queries which took long, the slowest first; none that are there or being built. */
export async function proposeIndexes(db: Db): Promise<ProposedIndex[]> {
  const proposed = new Map<string, ProposedIndex>();
  for (const { siteId, collectionId, shape, slowestMs } of await findSlowQueries(db)) {
    const asked = JSON.parse(shape) as QueriedFields;
    const fields = fieldsFor(asked);
    if (fields.length === 0) continue;
    const indexes = (await findIndexes(db, siteId, collectionId)).filter(({ status }) => status !== "FAILED");
    if (indexes.some((index) => isCovered(asked, fields, index.fields))) continue;
    const key = JSON.stringify([collectionId, fields]);
    if (!proposed.has(key)) proposed.set(key, { collectionId, fields, slowestMs });
  }
  return [...proposed.values()];
}

/** What is equal, and then a range, which leaves few to be sorted, or what is sorted by; without anything equal what is sorted by goes first. */
export function fieldsFor({ equal, range, list, sort }: QueriedFields): IndexField[] {
  const [oneList] = list;
  if (oneList !== undefined) return [{ path: oneList }];
  const isKnown = (path: string) => equal.includes(path);
  const ordered: IndexField[] =
    sort.length > 0 && (equal.length === 0 || range.length === 0)
      ? sort.map(({ path, order }) => ({ path, ...(order === "DESC" && { order }) }))
      : range.slice(0, 1).map((path) => ({ path }));
  const fields = [...equal.map((path) => ({ path })), ...ordered.filter(({ path }) => !isKnown(path))];
  return fields.slice(0, maxIndexFields);
}

/** An index of the same fields; those that are sorted by in the same directions, or all the other way round. */
function isCovered(
  { equal, sort }: QueriedFields,
  wanted: readonly IndexField[],
  held: readonly IndexField[],
): boolean {
  const same = wanted.every(({ path }, index) => held[index]?.path === path);
  const isSorted = (path: string) => !equal.includes(path) && sort.some((one) => one.path === path);
  const isDown = (field: IndexField | undefined) => field?.order === "DESC";
  const turned = wanted.flatMap((field, index) =>
    isSorted(field.path) ? [isDown(field) !== isDown(held[index])] : [],
  );
  return same && new Set(turned).size <= 1;
}

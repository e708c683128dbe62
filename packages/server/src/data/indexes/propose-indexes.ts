import { type IndexField, maxIndexFields } from "@porchlight/contract/data/indexes/data-index";
import type { Db } from "../../platform/db/database.ts";
import type { QueriedFields } from "../query/queried-fields.ts";
import { findSlowQueries } from "../query/slow-queries-store.ts";
import { findIndexes } from "./indexes-store.ts";

/** An index that would speed up recorded slow queries. */
export interface ProposedIndex {
  collectionId: string;
  fields: IndexField[];
  /** Duration of the slowest query that it would serve. */
  slowestMs: number;
}

/**
 * Indexes that would serve slow queries, slowest first, without existing ones.
 *
 * @param onlySiteId Default: all sites.
 */
export async function proposeIndexes(db: Db, onlySiteId?: string): Promise<ProposedIndex[]> {
  const proposed = new Map<string, ProposedIndex>();
  for (const { siteId, collectionId, shape, slowestMs } of await findSlowQueries(db, onlySiteId)) {
    const queried: QueriedFields = JSON.parse(shape);
    const fields = fieldsFor(queried);
    if (fields.length === 0) continue;
    const indexes = (await findIndexes(db, siteId, collectionId)).filter(({ status }) => status !== "FAILED");
    if (indexes.some((index) => isCovered(queried, fields, index.fields))) continue;
    const key = JSON.stringify([collectionId, fields]);
    if (!proposed.has(key)) proposed.set(key, { collectionId, fields, slowestMs });
  }
  return [...proposed.values()];
}

/** Fields compared for equality, then one range or the sort fields. Without equality, sort fields precede ranges. */
export function fieldsFor({ equal, range, list, sort }: QueriedFields): IndexField[] {
  const [oneList] = list;
  if (oneList !== undefined) return [{ path: oneList }];
  const isEqual = (path: string) => equal.includes(path);
  const ordered: IndexField[] =
    sort.length > 0 && (equal.length === 0 || range.length === 0)
      ? sort.map(({ path, order }) => ({ path, ...(order === "DESC" && { order }) }))
      : range.slice(0, 1).map((path) => ({ path }));
  const fields = [...equal.map((path) => ({ path })), ...ordered.filter(({ path }) => !isEqual(path))];
  return fields.slice(0, maxIndexFields);
}

/** Whether an index has the same fields, with sort fields in the same or all in reverse directions. */
function isCovered(
  { equal, sort }: QueriedFields,
  proposed: readonly IndexField[],
  existing: readonly IndexField[],
): boolean {
  const same = proposed.every(({ path }, index) => existing[index]?.path === path);
  const isSorted = (path: string) => !equal.includes(path) && sort.some((one) => one.path === path);
  const isDown = (field: IndexField | undefined) => field?.order === "DESC";
  const reversed = proposed.flatMap((field, index) =>
    isSorted(field.path) ? [isDown(field) !== isDown(existing[index])] : [],
  );
  return same && new Set(reversed).size <= 1;
}

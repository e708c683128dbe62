import { isObject } from "../../http/response.ts";
import { checkText, isRecord } from "../checks.ts";
import { check } from "../data-errors.ts";
import { checkState, filterOf, stateOf } from "./conditions.ts";
import type { ItemQueryObject } from "./query-types.ts";

/**
 * Serializes a filter object, a filter builder or a query. `undefined` becomes null, as in every query call; omitting
 * it would drop a condition.
 *
 * @param code Error code if it is not an object; jobs have their own.
 * @param collection The collection that a query must be of.
 * @throws {PorchlightError} `WDE0056`; `WDE0070` for `$regex`, at any depth; `WDE0050` and the violations of a builder.
 */
export function toWireFilter(filter: unknown, code = 56, collection?: string): object {
  check(isRecord(filter), code, filter);
  // Filter objects contain no functions, so a field named "state" is not taken for a builder.
  if (typeof Object(filter).and !== "function") return toWireTree(filter) as object;
  const state = stateOf(filter, "filter", collection);
  checkState(state, "filter");
  return filterOf(state.conditions);
}

export function toWireTree(tree: unknown): unknown {
  if (!isObject(tree) || tree instanceof Date) return tree ?? null;
  if (Array.isArray(tree)) return tree.map(toWireTree);
  check(!("$regex" in tree), 70);
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, toWireTree(value)]));
}

type Part = { [Name in keyof ItemQueryObject]: ItemQueryObject[Name] | undefined };

/** Serializes a query object. */
export function toWireQuery({ filter, paging, cursorPaging, ...others }: Part, collection: string): object {
  const checked = filter === undefined ? undefined : toWireFilter(filter, 56, collection);
  check(!cursorPaging || !paging, 80);
  if (cursorPaging?.cursor != null) checkText(cursorPaging.cursor, "cursor");
  return { ...others, filter: checked, cursorPaging, paging: paging && { ...paging, offset: paging.offset ?? 0 } };
}

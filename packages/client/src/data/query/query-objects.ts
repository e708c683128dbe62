import { isObject } from "../../http/response.ts";
import { checkText, isRecord } from "../checks.ts";
import { check } from "../data-errors.ts";
import type { ItemQueryObject } from "./query-types.ts";

/**
 * Serializes a filter. `undefined` becomes null, as in every query call; omitting it would drop a condition.
 *
 * @param code Error code if it is not an object; jobs have their own.
 * @throws {PorchlightError} `WDE0056`; `WDE0070` for `$regex`, at any depth.
 */
export function toWireFilter(filter: unknown, code = 56): object {
  check(isRecord(filter), code, filter);
  return toWireTree(filter) as object;
}

export function toWireTree(tree: unknown): unknown {
  if (!isObject(tree) || tree instanceof Date) return tree ?? null;
  if (Array.isArray(tree)) return tree.map(toWireTree);
  check(!("$regex" in tree), 70);
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, toWireTree(value)]));
}

type Part = { [Name in keyof ItemQueryObject]: ItemQueryObject[Name] | undefined };

/** Serializes a query object. */
export function toWireQuery({ filter, paging, cursorPaging, ...others }: Part): object {
  const checked = filter === undefined ? undefined : toWireFilter(filter);
  check(!cursorPaging || !paging, 80);
  if (cursorPaging?.cursor != null) checkText(cursorPaging.cursor, "cursor");
  return { ...others, filter: checked, cursorPaging, paging: paging && { ...paging, offset: paging.offset ?? 0 } };
}

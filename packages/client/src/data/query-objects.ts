import { isObject } from "../error-answer.ts";
import { checkText, isRecord } from "./checks.ts";
import type { ItemQueryObject } from "./query-types.ts";
import { check } from "./refusals.ts";

/**
 * A filter as it is sent. What is undefined is null in it, as in every call on a query: left out, it would be a condition less.
 *
 * @param code Of one that is no object: a job's has a code of its own.
 * @throws {PorchlightError} `WDE0056`; `WDE0070` for `$regex`, at any depth.
 */
export function checkedFilter(filter: unknown, code = 56): object {
  check(isRecord(filter), code, filter);
  return checkedTree(filter) as object;
}

export function checkedTree(tree: unknown): unknown {
  if (!isObject(tree) || tree instanceof Date) return tree ?? null;
  if (Array.isArray(tree)) return tree.map(checkedTree);
  check(!("$regex" in tree), 70);
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, checkedTree(value)]));
}

type Part = { [Name in keyof ItemQueryObject]: ItemQueryObject[Name] | undefined };

/** A query given as an object, as it is sent. */
export function partOf({ filter, paging, cursorPaging, ...others }: Part): object {
  const checked = filter === undefined ? undefined : checkedFilter(filter);
  check(!cursorPaging || !paging, 80);
  if (cursorPaging?.cursor != null) checkText(cursorPaging.cursor, "cursor");
  return { ...others, filter: checked, cursorPaging, paging: paging && { ...paging, offset: paging.offset ?? 0 } };
}

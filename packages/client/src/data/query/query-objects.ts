import { isObject } from "../../http/response.ts";
import { checkText, isRecord } from "../checks.ts";
import { check } from "../data-errors.ts";
import type { ItemQueryObject } from "./query-types.ts";

/**
 * A filter as it is sent. What is undefined is null in it, as in every call on a query: left out, it would be a condition less.
 *
 * @param code Of one that is no object: a job's has a code of its own.
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

/** A query given as an object, as it is sent. */
export function toWireQuery({ filter, paging, cursorPaging, ...others }: Part): object {
  const checked = filter === undefined ? undefined : toWireFilter(filter);
  check(!cursorPaging || !paging, 80);
  if (cursorPaging?.cursor != null) checkText(cursorPaging.cursor, "cursor");
  return { ...others, filter: checked, cursorPaging, paging: paging && { ...paging, offset: paging.offset ?? 0 } };
}

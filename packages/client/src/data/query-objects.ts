import { isObject } from "../error-answer.ts";
import { checkText, isRecord } from "./checks.ts";
import type { ItemQueryObject } from "./query-types.ts";
import { check } from "./refusals.ts";

/**
 * @param code Of one that is no object: a job's has a code of its own.
 * @throws {PorchlightError} `WDE0056`; `WDE0070` for `$regex`, at any depth.
 */
export function checkFilter(filter: unknown, code = 56): void {
  check(isRecord(filter), code, filter);
  checkKeywords(filter);
}

function checkKeywords(tree: unknown): void {
  if (!isObject(tree)) return;
  check(!("$regex" in tree), 70);
  Object.values(tree).forEach(checkKeywords);
}

type Part = { [Name in keyof ItemQueryObject]: ItemQueryObject[Name] | undefined };

/** A query given as an object, as it is sent. */
export function partOf({ filter, paging, cursorPaging, ...others }: Part): object {
  if (filter !== undefined) checkFilter(filter);
  check(!cursorPaging || !paging, 80);
  if (cursorPaging?.cursor != null) checkText(cursorPaging.cursor, "cursor");
  return { ...others, filter, cursorPaging, paging: paging && { offset: 0, ...paging } };
}

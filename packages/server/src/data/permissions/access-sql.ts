import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { Collection, ItemAction } from "../collections/collection.ts";
import { accessTo } from "./access.ts";

/**
 * The access condition on the rows of `alias`, which every statement on items includes.
 *
 * @param drafts Whether to include unpublished items, as of {@link draftsFor}.
 */
export function accessCondition(
  collection: Collection,
  caller: Caller,
  action: ItemAction,
  alias: string,
  drafts = false,
): RawBuilder<boolean> {
  const level = levelCondition(collection, caller, action, alias);
  return action === "read" && !drafts ? sql<boolean>`(${sql.ref(`${alias}.published`)} and ${level})` : level;
}

function levelCondition(
  collection: Collection,
  caller: Caller,
  action: ItemAction,
  alias: string,
): RawBuilder<boolean> {
  const access = accessTo(collection, caller, action);
  if (access === "all") return sql<boolean>`true`;
  if (access === "none" || caller.kind !== "member") return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(`${alias}.owner_id`)} = ${caller.memberId}`;
}

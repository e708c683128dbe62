import { liveItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { validate } from "../../platform/http/validation.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { applyBeforeQuery } from "../hooks/query-hooks.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import { accessTo, draftsFor, ownItemsMemberId, requireAccess } from "../permissions/access.ts";
import { fieldNamesIn, openQueryScope } from "../query/query-scope.ts";
import type { CollectionChange } from "./changes-store.ts";

export type LiveQuery = z.output<typeof liveItemsRequest>["body"];

/** The collections of a live query, with the caller's permissions. */
export interface LiveView {
  /** The versions of the query's collection and of those that it reads through references, by id. */
  versions: ReadonlyMap<string, string>;
  /** Changes with the permissions and fields of the collections that the caller may read. */
  readableVersion: string;
  /** Whether the caller may learn of a change. */
  isVisible(change: CollectionChange): boolean;
}

/** @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`. */
export async function openLiveView(context: DataContext, caller: Caller, request: LiveQuery): Promise<LiveView> {
  const collection = await requireCollection(context, caller, request.dataCollectionId);
  requireAccess(collection, caller, "read");
  const query = await applyQueryHook(context, caller, request);
  const included = (query.includeReferences ?? []).map(({ field }) => `${field}._id`);
  const names = [...fieldNamesIn(query.filter), ...included];
  const { referenced } = await openQueryScope(context, caller, collection, names);
  const collections = new Map<string, Collection>([...referenced, [collection.id, collection]]);
  const readable = new Map([...collections].filter(([, one]) => accessTo(one, caller, "read") !== "none"));
  const drafts = draftsFor(caller, query);
  return {
    versions: new Map([...collections].map(([id, { version }]) => [id, version])),
    readableVersion: JSON.stringify([...readable].map(([id, { version }]) => [id, version])),
    isVisible({ collectionId, ownerId, published, field }) {
      const changed = readable.get(collectionId);
      if (!changed || changed.hidden.has(field) || !(published || drafts)) return false;
      return accessTo(changed, caller, "read") === "all" || ownItemsMemberId(changed, caller, "read") === ownerId;
    },
  };
}

/** Applies the `beforeQuery` hook. @throws {Refusal} `WDE0078`. */
async function applyQueryHook(context: DataContext, caller: Caller, query: LiveQuery): Promise<LiveQuery> {
  const run = await openHooks(context, caller, query, ["beforeQuery"]);
  if (!run) return query;
  const parsed = await applyBeforeQuery(query.dataCollectionId, run, { filter: query.filter ?? {} }, ({ filter }) =>
    validate(liveItemsRequest, { body: { ...query, filter } }),
  );
  return parsed?.body ?? query;
}

import { liveItemsRequest } from "@porchlight/contract/data/items/schema";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { validate } from "../../platform/http/validation.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { applyAfterQuery, applyBeforeQuery } from "../hooks/query-hooks.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { type ItemKey, itemsIn } from "../items/items-store.ts";
import { draftsFor, requireAccess } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { fieldNamesIn, openQueryScope } from "../query/query-scope.ts";
import { includeReferences } from "../references/include-references.ts";
import { noVersion } from "./changes-store.ts";
import { findReferencePaths, readableCollectionIds } from "./reference-paths.ts";
import { formerSources, type RelatedChangesQuery } from "./related-changes-store.ts";

export type LiveQuery = z.output<typeof liveItemsRequest>["body"];

/** What a subscriber may read of a collection, until the collection changes. */
export interface LiveView {
  key: ItemKey;
  /** The collection, and those that the filter reads through references. */
  watched: readonly string[];
  /** The versions of all watched collections: if one changes, the view has to be opened again. */
  version: string;
  /** The watched collections whose changes may change the list. */
  relevant: readonly string[];
  /** Filter and access condition, on the alias `i`. */
  condition: RawBuilder<boolean>;
  fields: readonly string[] | undefined;
  drafts: boolean;
  /** Set if the filter reads other items through references. */
  related?: Pick<RelatedChangesQuery, "scope" | "paths" | "conditionBefore">;
  /** Whether there is a filter, which may be slow. */
  isFiltered: boolean;
  /** Whether hooks run for each item, which may be slow. */
  isHooked: boolean;
  /** Adds included references and applies the `afterQuery` hook. */
  complete(items: readonly ItemText[]): Promise<readonly ItemText[]>;
}

/**
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0078`, errors of the filter, and `WDE0061` if it reads other
 * items through too many reference paths.
 */
export async function openLiveView(context: DataContext, caller: Caller, request: LiveQuery): Promise<LiveView> {
  const collection = await requireCollection(context, caller, request.dataCollectionId);
  requireAccess(collection, caller, "read");
  const query = await applyQueryHook(context, caller, request);
  const filter = query.filter ?? {};
  const names = fieldNamesIn(filter);
  const scope = await openQueryScope(context, caller, collection, names);
  const drafts = draftsFor(caller, query);
  const readable = accessCondition(collection, caller, "read", scope.alias, drafts);
  const condition = Object.keys(filter).length > 0 ? all([readable, compileFilter(filter, scope)]) : readable;
  const { paths, ids } = findReferencePaths(scope, names);
  const formerScope = { ...scope, sources: formerSources(context.site.id) };
  const relatedIds = ids.filter((id) => id !== collection.id);
  const versionOf = (id: string) => scope.referenced.get(id)?.version ?? noVersion;
  // Rejects invalid includes before the stream starts.
  await includeReferences(context, caller, collection, [], query.includeReferences);
  return {
    key: itemsIn(context, collection),
    watched: [collection.id, ...relatedIds],
    version: [collection.version, ...relatedIds.map(versionOf)].join(" "),
    relevant: [...new Set([collection.id, ...readableCollectionIds(paths)])],
    condition,
    fields: query.fields ?? undefined,
    drafts,
    ...(paths.length > 0 && {
      related: { scope, paths, conditionBefore: all([readable, compileFilter(filter, formerScope)]) },
    }),
    isFiltered: Object.keys(filter).length > 0,
    isHooked: (await openHooks(context, caller, query, ["afterQuery"])) !== undefined,
    async complete(items) {
      const completed = await includeReferences(context, caller, collection, items, query.includeReferences, drafts);
      // A failing hook ends the stream.
      const run = await openHooks(context, caller, query, ["afterQuery"], { many: true });
      return run ? applyAfterQuery(collection, run, completed) : completed;
    },
  };
}

/** Applies the `beforeQuery` hook. @throws {Refusal} `WDE0078`. */
async function applyQueryHook(context: DataContext, caller: Caller, query: LiveQuery): Promise<LiveQuery> {
  const run = await openHooks(context, caller, query, ["beforeQuery"]);
  if (!run) return query;
  const { filter, fields } = query;
  const hookQuery = { filter: filter ?? {}, ...(fields && { fields }) };
  const parsed = await applyBeforeQuery(query.dataCollectionId, run, hookQuery, ({ filter, fields }) =>
    validate(liveItemsRequest, { body: { ...query, filter, fields } }),
  );
  return parsed?.body ?? query;
}

import { liveItemsRequest } from "@porchlight/contract/data/items/schema";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { validate } from "../../platform/http/validation.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { eachThroughHook, throughQueryHook } from "../hooks/query-hooks.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { type ItemKey, itemsIn } from "../items/items-store.ts";
import { draftsFor, needAccess } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { namesIn, openScope } from "../query/query-scope.ts";
import { includeReferences } from "../references/include-references.ts";
import { noVersion } from "./changes-store.ts";
import { readableIn, waysOf } from "./reference-paths.ts";
import { type FarQuestion, formerSources } from "./related-changes-store.ts";

export type LiveQuestion = z.output<typeof liveItemsRequest>["body"];

/** What a reader is told of a collection, until the collection changes. */
export interface LiveView {
  key: ItemKey;
  /** The collection, and those that the filter leads to. */
  watched: readonly string[];
  /** The versions of all of them: when one changes, the view has to be opened anew. */
  version: string;
  /** Those of them whose changes may change the list. */
  heard: readonly string[];
  /** Filter and permission, of rows of the alias `i`. */
  wanted: RawBuilder<boolean>;
  fields: readonly string[] | undefined;
  drafts: boolean;
  /** Given where the filter leads to other items. */
  far?: Pick<FarQuestion, "scope" | "ways" | "wantedBefore">;
  /** Whether there is a filter, which may take its time. */
  isFiltered: boolean;
  /** Whether the site's hooks are asked about each item, which takes its time. */
  isHooked: boolean;
  /** Items with those that they refer to, where the reader wants them, and as the hooks of queries leave them. */
  complete(items: readonly ItemText[]): Promise<readonly ItemText[]>;
}

/**
 * Opens what the caller may be told of a collection.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0078`, what is wrong with the filter, and `WDE0061` for one that leads to other items in
 *   too many ways.
 */
export async function openLiveView(context: DataContext, caller: Caller, asked: LiveQuestion): Promise<LiveView> {
  const collection = await knownCollection(context, caller, asked.dataCollectionId);
  needAccess(collection, caller, "read");
  const question = await throughHook(context, caller, asked);
  const filter = question.filter ?? {};
  const names = namesIn(filter);
  const scope = await openScope(context, caller, collection, names);
  const drafts = draftsFor(caller, question);
  const readable = mayOn(collection, caller, "read", scope.alias, drafts);
  const wanted = Object.keys(filter).length > 0 ? all([readable, compileFilter(filter, scope)]) : readable;
  const { ways, ids } = waysOf(scope, names);
  const before = { ...scope, sources: formerSources(context.site.id) };
  const others = ids.filter((id) => id !== collection.id);
  const versionOf = (id: string) => scope.referenced.get(id)?.version ?? noVersion;
  // What cannot be included is refused before anything is told.
  await includeReferences(context, caller, collection, [], question.includeReferences);
  return {
    key: itemsIn(context, collection),
    watched: [collection.id, ...others],
    version: [collection.version, ...others.map(versionOf)].join(" "),
    heard: [...new Set([collection.id, ...readableIn(ways)])],
    wanted,
    fields: question.fields ?? undefined,
    drafts,
    ...(ways.length > 0 && {
      far: { scope, ways, wantedBefore: all([readable, compileFilter(filter, before)]) },
    }),
    isFiltered: Object.keys(filter).length > 0,
    isHooked: (await openHooks(context, caller, question, ["afterQuery"])) !== undefined,
    async complete(items) {
      const whole = await includeReferences(context, caller, collection, items, question.includeReferences, drafts);
      // One that fails ends the stream.
      const run = await openHooks(context, caller, question, ["afterQuery"], { many: true });
      return run ? eachThroughHook(collection, run, whole) : whole;
    },
  };
}

/** What the site makes of a query. @throws {Refusal} `WDE0078`. */
async function throughHook(context: DataContext, caller: Caller, question: LiveQuestion): Promise<LiveQuestion> {
  const run = await openHooks(context, caller, question, ["beforeQuery"]);
  if (!run) return question;
  const { filter, fields } = question;
  const query = { filter: filter ?? {}, ...(fields && { fields }) };
  const made = await throughQueryHook(question.dataCollectionId, run, query, ({ filter, fields }) =>
    validate(liveItemsRequest, { body: { ...question, filter, fields } }),
  );
  return made?.body ?? question;
}

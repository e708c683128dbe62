import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal } from "../data-errors.ts";
import { accessTo } from "../permissions/access.ts";
import type { Scope } from "../query/filter/field-expression-sql.ts";
import { referencesIn, targetIdOf } from "../references/reference-field.ts";

/** A reference field through which a filter leads to other items. */
export interface Way {
  field: string;
  isMany: boolean;
  /** Where it leads; nothing where names end, or where the caller reads nothing. */
  to: Collection | undefined;
  ways: Way[];
}

/** Ways of one filter: from each change of an item at their ends they are followed back. */
const mostWays = 10;

export interface Ways {
  ways: Way[];
  /** Ids of the collections that they lead to, whether those are there and readable or not. */
  ids: string[];
}

/** The ways to other items that these names take. @throws {Refusal} `WDE0061` for too many. */
export function waysOf({ collection, caller, referenced }: Scope, names: readonly string[]): Ways {
  const ids = new Set<string>();
  let count = 0;
  const ways: Way[] = [];
  for (const name of names) follow(collection, name.split("."), ways);
  return { ways, ids: [...ids] };

  function follow(from: Collection, [field = "", ...rest]: string[], known: Way[]): void {
    const definition = from.fields.get(field);
    const isMany = definition?.type === "MULTI_REFERENCE";
    if (!isMany && (definition?.type !== "REFERENCE" || rest.length === 0)) return;
    let way = known.find((one) => one.field === field);
    if (!way) {
      count += 1;
      if (count > mostWays)
        throw refusal("WDE0061", `A query that goes on leads to other items in at most [${mostWays}] ways.`);
      way = { field, isMany, to: undefined, ways: [] };
      known.push(way);
    }
    const id = targetIdOf(definition);
    // Of references that both collections have, no more is told than the caller may read on both sides.
    const isTwoSided = referencesIn("", from, field).otherId !== undefined;
    if (id === undefined || (rest.length === 0 && !isTwoSided)) return;
    ids.add(id);
    const to = referenced.get(id);
    if (!to || !isReadable(to, caller)) return;
    way.to = to;
    follow(to, rest, way.ways);
  }
}

const isReadable = (collection: Collection, caller: Caller) => accessTo(collection, caller, "read") !== "none";

/** Collections whose items the ways lead to. */
export const readableIn = (ways: readonly Way[]): string[] =>
  ways.flatMap(({ to, ways: further }) => (to ? [to.id, ...readableIn(further)] : []));

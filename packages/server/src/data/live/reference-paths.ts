import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal } from "../data-errors.ts";
import { accessTo } from "../permissions/access.ts";
import type { QueryScope } from "../query/filter/field-expression-sql.ts";
import { referencesIn, targetIdOf } from "../references/reference-field.ts";

/** A reference field through which a filter reads other items, as a tree. */
export interface ReferencePath {
  field: string;
  isMany: boolean;
  /** The referenced collection; `undefined` at the end of a name or if the caller may not read it. */
  target: Collection | undefined;
  paths: ReferencePath[];
}

/** Each change of a referenced item is traced back along these paths. */
const maxPaths = 10;

export interface ReferencePaths {
  paths: ReferencePath[];
  /** The ids of all referenced collections, including missing and unreadable ones. */
  ids: string[];
}

/** The reference paths of these field names. @throws {Refusal} `WDE0061` for too many. */
export function findReferencePaths(
  { collection, caller, referenced }: QueryScope,
  names: readonly string[],
): ReferencePaths {
  const ids = new Set<string>();
  let count = 0;
  const paths: ReferencePath[] = [];
  for (const name of names) follow(collection, name.split("."), paths);
  return { paths, ids: [...ids] };

  function follow(from: Collection, [field = "", ...rest]: string[], siblings: ReferencePath[]): void {
    const definition = from.fields.get(field);
    const isMany = definition?.type === "MULTI_REFERENCE";
    if (!isMany && (definition?.type !== "REFERENCE" || rest.length === 0)) return;
    let path = siblings.find((one) => one.field === field);
    if (!path) {
      count += 1;
      if (count > maxPaths) throw refusal("WDE0061", `A live query follows at most [${maxPaths}] reference paths.`);
      path = { field, isMany, target: undefined, paths: [] };
      siblings.push(path);
    }
    const id = targetIdOf(definition);
    // A bidirectional reference is visible only if the caller may read both items.
    const isBidirectional = referencesIn("", from, field).otherId !== undefined;
    if (id === undefined || (rest.length === 0 && !isBidirectional)) return;
    ids.add(id);
    const target = referenced.get(id);
    if (!target || !isReadable(target, caller)) return;
    path.target = target;
    follow(target, rest, path.paths);
  }
}

const isReadable = (collection: Collection, caller: Caller) => accessTo(collection, caller, "read") !== "none";

/** The ids of the readable collections on the paths. */
export const readableCollectionIds = (paths: readonly ReferencePath[]): string[] =>
  paths.flatMap(({ target, paths: further }) => (target ? [target.id, ...readableCollectionIds(further)] : []));

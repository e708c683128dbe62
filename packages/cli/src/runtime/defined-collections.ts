import { updatePermissionsRequest } from "@porchlight/contract/data/collections/schema";
import { createDataIndexRequest } from "@porchlight/contract/data/indexes/schema";
import type { DefinedCollection } from "@porchlight/server/operations";
import { Failure } from "./errors/failure.ts";
import { checkDefinition, checkShape, type Fault } from "./parse-collection-file.ts";

const levelsShape = updatePermissionsRequest.shape.body.shape.dataPermissions.omit({ id: true });
const indexShape = createDataIndexRequest.shape.body.shape.index;

/** Permissions by role or by level. */
const rights = { read: "itemRead", insert: "itemInsert", update: "itemUpdate", remove: "itemRemove" } as const;

/**
 * Collections of the site's configuration module.
 *
 * @throws {Failure} with each error and its location.
 */
export function readCollections(file: string, value: unknown): DefinedCollection[] {
  if (!Array.isArray(value)) throw new Failure(`"${file}" has collections that are no list of definitions.`);
  const faults: string[] = [];
  const collections: DefinedCollection[] = [];
  const ids = new Set<string>();
  for (const [at, given] of value.entries()) {
    const place = `collections[${at}]`;
    const note = (wrong: readonly Fault[]) => faults.push(...wrong.map(({ sentence }) => `${place}: ${sentence}`));
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    const { dataPermissions, indexes, ...rest }: Record<string, unknown> = isObject ? given : {};
    const definition = checkDefinition(isObject ? rest : given);
    const levels = checkShape(levelsShape, dataPermissions ?? {}, "a collection", ["dataPermissions"]);
    const made = (Array.isArray(indexes) ? indexes : []).map((index, nth) =>
      checkShape(indexShape, index, "an index", ["indexes", nth]),
    );
    if (indexes !== undefined && !Array.isArray(indexes)) faults.push(`${place}: indexes has to be a list.`);
    for (const checked of [definition, levels, ...made]) if ("faults" in checked) note(checked.faults);
    if ("faults" in definition || "faults" in levels) continue;
    const { id, permissions } = definition.definition;
    const finer = levels.definition;
    if (ids.has(id)) faults.push(`${place}: there is another collection "${id}" before it.`);
    ids.add(id);
    for (const [action, level] of Object.entries(rights)) {
      const isTwice = permissions?.[action as keyof typeof rights] != null && finer[level] !== undefined;
      if (isTwice) faults.push(`${place}: permissions.${action} and dataPermissions.${level} say the same; name one.`);
    }
    collections.push({
      definition: definition.definition,
      levels: finer,
      indexes: made.flatMap((index) => ("definition" in index ? [index.definition] : [])),
    });
  }
  if (faults.length > 0)
    throw new Failure(`"${file}" has collections that are wrong:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  return collections;
}

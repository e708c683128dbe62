import type { Deps } from "../../deps.ts";
import type { Collection } from "../collection.ts";
import { knownCollection } from "../known-collection.ts";
import { refusal } from "../refusals.ts";

/** A field that refers to items of another collection. */
export interface KnownField {
  name: string;
  /** `false`: to one item, whose id it holds. */
  isMany: boolean;
  target: Collection;
}

/**
 * @throws {Refusal} `WDE0020` when the field refers to no items, or where it has to refer to many; `WDE0025` when the collection that it
 *   refers to is gone.
 */
export async function knownReferenceField(
  deps: Deps,
  collection: Collection,
  name: string,
  { many }: { many: boolean },
): Promise<KnownField> {
  const field = collection.fields.get(name);
  const { reference, multiReference } = field?.typeMetadata ?? {};
  const isMany = field?.type === "MULTI_REFERENCE";
  const targetId = isMany ? multiReference?.referencedCollectionId : reference?.referencedCollectionId;
  if (targetId === undefined || (many && !isMany)) {
    throw refusal("WDE0020", `The field [${name}] does not hold references to ${many ? "many " : ""}items.`, {
      field: name,
    });
  }
  return { name, isMany, target: await knownCollection(deps, targetId) };
}

import type { DataCollection } from "@porchlight/contract/data/collections/collection";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DataContext } from "../../data-context.ts";
import { definitionOf, type GivenCollection, rolesOf, writeDefinition } from "./write-definition.ts";

/**
 * Changes what is given of a collection; the rest stays.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`, `COLLECTION_CHANGED`, `VALUE_TAKEN` when items have the same value in a field that is to
 *   be unique.
 */
export async function changeDataCollection(
  context: DataContext,
  { caller }: Requester,
  id: string,
  given: GivenCollection,
): Promise<{ collection: DataCollection }> {
  return writeDefinition(
    context,
    caller,
    id,
    given.revision,
    (former) => {
      // `null` takes these away.
      const { view: _view, defaultDisplayOrder: _order, ...others } = former;
      return { ...others, ...definitionOf(given, former) };
    },
    {
      ...(given.displayName !== undefined && { display_name: given.displayName }),
      ...(given.displayField !== undefined && { display_field: given.displayField }),
      ...(typeof given.strict === "boolean" && { strict: given.strict }),
      roles: rolesOf(given),
    },
  );
}

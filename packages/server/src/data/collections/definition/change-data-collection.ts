import type { DataCollection } from "@porchlight/contract/data/collections/collection";
import type { Caller } from "../../../platform/context/caller.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DataContext } from "../../data-context.ts";
import { type CollectionPatch, requestedRoles, toDefinition, writeDefinition } from "./write-definition.ts";

/**
 * Changes the members of a collection that the input names.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`, `COLLECTION_CHANGED`; `VALUE_TAKEN` if items share a value of a field to be
 * unique.
 */
export async function changeDataCollection(
  context: DataContext,
  { caller }: Requester,
  id: string,
  input: CollectionPatch,
): Promise<{ collection: DataCollection }> {
  return updateCollection(context, caller, id, input);
}

/** @throws {Refusal} as {@link changeDataCollection}. */
export async function updateCollection(
  context: DataContext,
  caller: Caller,
  id: string,
  input: CollectionPatch,
): Promise<{ collection: DataCollection }> {
  return writeDefinition(
    context,
    caller,
    id,
    input.revision,
    (previous) => {
      // `null` removes these.
      const { view: _view, defaultDisplayOrder: _order, ...others } = previous;
      return { ...others, ...toDefinition(input, previous) };
    },
    {
      ...(input.displayName !== undefined && { display_name: input.displayName }),
      ...(input.displayField !== undefined && { display_field: input.displayField }),
      ...(typeof input.strict === "boolean" && { strict: input.strict }),
      roles: requestedRoles(input),
    },
  );
}

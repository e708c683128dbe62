import { InvalidArguments } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { readonlyViolation } from "../items/readonly-fields.ts";
import type { ReferenceField, ReferenceTarget } from "./reference-field.ts";
import { findReferenceStates } from "./references-store.ts";

/** A read-only or immutable multi-reference field, and the items that a request would change. */
export interface ReadonlyReferences {
  of: ReferenceField;
  target: ReferenceTarget;
  itemIds: readonly string[];
  /** Otherwise it is immutable and keeps its first references. */
  readOnly: boolean;
}

/**
 * Applies a change and compares the references before and after it, as far as the caller can see them: changes without
 * effect are allowed, and the error reveals no hidden references.
 *
 * @param name The field in the request.
 * @throws {InvalidArguments} The transaction has to be rolled back then.
 */
export async function enforceReadonlyReferences(
  tx: DbOrTx,
  name: string,
  fields: readonly ReadonlyReferences[],
  change: () => Promise<void>,
): Promise<void> {
  const readStates = async () => {
    const states: Map<string, string>[] = [];
    for (const { of, target, itemIds } of fields) states.push(await findReferenceStates(tx, of, target, itemIds));
    return states;
  };
  const before = await readStates();
  await change();
  const after = await readStates();
  for (const [index, { itemIds, readOnly }] of fields.entries()) {
    const isChanged = itemIds.some((id) => {
      const [former, current] = [before[index]?.get(id), after[index]?.get(id)];
      return former !== current && (readOnly || former !== undefined);
    });
    if (isChanged) throw new InvalidArguments([readonlyViolation(name, readOnly)]);
  }
}

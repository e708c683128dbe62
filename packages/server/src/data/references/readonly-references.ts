import { InvalidArguments } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { readonlyViolation } from "../items/readonly-fields.ts";
import type { ReferenceField, ReferenceTarget } from "./reference-field.ts";
import { findReferenceStates } from "./references-store.ts";

/** A field of many references that does not change, and the items that a call would change it of. */
export interface ReadonlyReferences {
  of: ReferenceField;
  target: ReferenceTarget;
  itemIds: readonly string[];
  /** Else it keeps its first references. */
  readOnly: boolean;
}

/**
 * Changes references, and finds out whether those of a field have changed that does not: what was there already may be added, and what was not
 * there be taken out. Like any other, such a field is as the caller sees it: what it refers to beside that is not told by a refusal.
 *
 * @param name The field as the caller has named it.
 * @throws {InvalidArguments} The transaction has to be undone then.
 */
export async function enforceReadonlyReferences(
  tx: DbOrTx,
  name: string,
  fixed: readonly ReadonlyReferences[],
  change: () => Promise<void>,
): Promise<void> {
  const statesNow = async () => {
    const states: Map<string, string>[] = [];
    for (const { of, target, itemIds } of fixed) states.push(await findReferenceStates(tx, of, target, itemIds));
    return states;
  };
  const before = await statesNow();
  await change();
  const after = await statesNow();
  for (const [index, { itemIds, readOnly }] of fixed.entries()) {
    const isChanged = itemIds.some((id) => {
      const [was, is] = [before[index]?.get(id), after[index]?.get(id)];
      return was !== is && (readOnly || was !== undefined);
    });
    if (isChanged) throw new InvalidArguments([readonlyViolation(name, readOnly)]);
  }
}

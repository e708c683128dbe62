import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import { needOwner } from "../permissions/access.ts";
import { softDeleteCollection } from "./deleted-collections-store.ts";
import { noCollection } from "../data-errors.ts";

/**
 * Deletes a collection with all its items. For 30 days it can be restored, unless another is made under its id.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`.
 */
export async function deleteDataCollection(deps: Deps, caller: Caller, id: string): Promise<Record<never, never>> {
  needOwner(caller, id);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await softDeleteCollection(tx, deps.site.id, id, deps.now()))) throw noCollection(id);
    await noteForAudit(tx, deps, "data-collection-deleted", { by: caller, details: { collectionId: id } });
  });
  return {};
}

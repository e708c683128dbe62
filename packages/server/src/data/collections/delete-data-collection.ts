import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DataContext } from "../data-context.ts";
import { noCollection } from "../data-errors.ts";
import { needOwner } from "../permissions/access.ts";
import { softDeleteCollection } from "./deleted-collections-store.ts";

/**
 * Deletes a collection with all its items. For 30 days it can be restored, unless another is made under its id.
 *
 * @throws {Refusal} `WDE0027`, `WDE0025`.
 */
export async function deleteDataCollection(
  context: DataContext,
  { caller }: Requester,
  id: string,
): Promise<Record<never, never>> {
  needOwner(caller, id);
  await context.db.transaction().execute(async (tx) => {
    if (!(await softDeleteCollection(tx, context.site.id, id, context.now()))) throw noCollection(id);
    await recordAuditEvent(tx, context, "data-collection-deleted", { by: caller, details: { collectionId: id } });
  });
  return {};
}

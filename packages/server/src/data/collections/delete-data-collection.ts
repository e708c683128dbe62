import type { DataCollection } from "@porchlight/contract/data/collections/collection";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DataContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { requireOwner } from "../permissions/access.ts";
import { softDeleteCollection, undeleteCollection } from "./deleted-collections-store.ts";
import { restorableSince } from "./purge-collections.ts";
import { withPairs } from "./references/bidirectional-references.ts";
import { lockDefinitions } from "./references/bidirectional-store.ts";
import { toDataCollection } from "./to-data-collection.ts";

/**
 * Deletes a collection with all its items. It can be restored for 30 days, unless another collection is
 * created with its id.
 *
 * @throws {Refusal} `WDE0027` if the caller is not the owner, `WDE0025` if the collection does not exist.
 */
export async function deleteDataCollection(
  context: DataContext,
  { caller }: Requester,
  id: string,
): Promise<Record<never, never>> {
  requireOwner(caller, id);
  await context.db.transaction().execute(async (tx) => {
    if (!(await softDeleteCollection(tx, context.site.id, id, context.now()))) throw collectionNotFound(id);
    await recordAuditEvent(tx, context, "data-collection-deleted", { by: caller, details: { collectionId: id } });
  });
  return {};
}

/**
 * Restores a deleted collection with its items, references, permissions and hooks.
 *
 * @throws {Refusal} `WDE0027` if the caller is not the owner, `WDE0025` if no such collection was deleted in the last
 * 30 days.
 */
export async function restoreDataCollection(
  context: DataContext,
  { caller }: Requester,
  id: string,
): Promise<{ collection: DataCollection }> {
  requireOwner(caller, id);
  const at = context.now();
  const row = await context.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, context.site.id);
    const undeleted = await undeleteCollection(tx, context.site.id, id, restorableSince(at), at);
    if (!undeleted) throw collectionNotFound(id);
    await recordAuditEvent(tx, context, "data-collection-restored", { by: caller, details: { collectionId: id } });
    return withPairs(tx, context, undeleted, { unpairs: true });
  });
  return { collection: toDataCollection(row) };
}

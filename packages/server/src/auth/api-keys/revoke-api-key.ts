import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { revokeApiKey as revoke } from "../../platform/identity/api-keys-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/**
 * Ends an API key, within a second on every node. Doing it again changes nothing.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `NOT_FOUND` when there is no such key.
 */
export async function revokeApiKey(context: ServerContext, caller: Caller, id: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id) || !(await revoke(tx, context.site.id, id, context.now()))) throw new Refusal("NOT_FOUND");
    await recordAuditEvent(tx, context, "key-revoked", { by: caller, keyId: id.toLowerCase() });
  });
}

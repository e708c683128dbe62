import { isId } from "../../platform/db/ids.ts";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import { revokeApiKey as revoke } from "../../platform/identity/api-keys-store.ts";

/**
 * Ends an API key, within a second on every node. Doing it again changes nothing.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `NOT_FOUND` when there is no such key.
 */
export async function revokeApiKey(deps: Deps, caller: Caller, id: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  await deps.db.transaction().execute(async (tx) => {
    if (!isId(id) || !(await revoke(tx, deps.site.id, id, deps.now()))) throw new Refusal("NOT_FOUND");
    await noteForAudit(tx, deps, "key-revoked", { by: caller, keyId: id.toLowerCase() });
  });
}

import type { ApiKeyRole, Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { findApiKeys } from "../../platform/identity/api-keys-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** An API key without its secret. */
export interface ApiKeySummary {
  id: string;
  name: string;
  role: ApiKeyRole;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** Since when it no longer counts; null while it does. */
  revokedDate: string | null;
}

/**
 * The site's API keys, oldest first, without what makes them keys.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listApiKeys(context: ServerContext, caller: Caller): Promise<ApiKeySummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const keys = await findApiKeys(context.db, context.site.id);
  return keys.map(({ id, name, role, created_at: created, revoked_at: revoked }) => ({
    id,
    name,
    role,
    createdDate: created.toISOString(),
    revokedDate: revoked?.toISOString() ?? null,
  }));
}

import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { ApiKeyRole, Caller } from "../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { isId, newId } from "../platform/db/ids.ts";
import { newApiKey } from "../platform/identity/api-keys.ts";
import { findApiKeys, insertApiKey, revokeApiKey as revoke } from "../platform/identity/api-keys-store.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";

const maxNameLength = 100;

/**
 * Creates an API key. Only this response contains it.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 * @throws {InvalidArguments} the name is invalid.
 */
export async function createApiKey(
  context: ServerContext,
  caller: Caller,
  input: { name: string; role: ApiKeyRole },
): Promise<{ id: string; key: string }> {
  requireOwner(caller);
  const name = input.name.trim();
  if (name === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new InvalidArguments([violation("name", `must have 1 to ${maxNameLength} characters on one line`)]);
  }
  const at = context.now();
  const id = newId(at.getTime());
  const key = newApiKey(id);
  await context.db.transaction().execute(async (tx) => {
    await insertApiKey(tx, { siteId: context.site.id, id, name, role: input.role, keyHash: hashSecret(key), at });
    await recordAuditEvent(tx, context, "key-created", { by: caller, keyId: id, details: { role: input.role } });
  });
  return { id, key };
}

/** An API key without its secret. */
export interface ApiKeySummary {
  id: string;
  name: string;
  role: ApiKeyRole;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** Null if the key is valid. */
  revokedDate: string | null;
  /** To the hour. Null if the key has not been used. */
  lastUsedDate: string | null;
}

/**
 * The site's API keys, oldest first, without their secrets.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listApiKeys(context: ServerContext, caller: Caller): Promise<ApiKeySummary[]> {
  requireOwner(caller);
  const keys = await findApiKeys(context.db, context.site.id);
  return keys.map(({ id, name, role, created_at: created, revoked_at: revoked, last_used_at: used }) => ({
    id,
    name,
    role,
    createdDate: created.toISOString(),
    revokedDate: revoked?.toISOString() ?? null,
    lastUsedDate: used?.toISOString() ?? null,
  }));
}

/**
 * Revokes an API key on every node within a second. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `NOT_FOUND` if there is no such key.
 */
export async function revokeApiKey(context: ServerContext, caller: Caller, id: string): Promise<void> {
  requireOwner(caller);
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id) || !(await revoke(tx, context.site.id, id, context.now()))) throw new Refusal("NOT_FOUND");
    await recordAuditEvent(tx, context, "key-revoked", { by: caller, keyId: id.toLowerCase() });
  });
}

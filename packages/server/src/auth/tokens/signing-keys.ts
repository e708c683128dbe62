import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { type KeyState, listKeys, type PublicKey, rotateKeys } from "../../platform/identity/key-ring.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** A signing key without its private part. */
export interface SigningKeySummary {
  id: string;
  /** `next`: published, not signing yet. `former`: only verifies the tokens it signed until they expire. */
  state: KeyState["state"];
  /** When it starts or started to sign. ISO 8601, UTC. */
  activeFrom: string;
}

/**
 * The keys that sign and verify access tokens, oldest first.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listSigningKeys(context: ServerContext, caller: Caller): Promise<SigningKeySummary[]> {
  requireOwner(caller);
  return (await listKeys(context.db, context.site.id, context.now())).map(toSigningKeySummary);
}

export const toSigningKeySummary = ({ activeFrom, ...key }: KeyState): SigningKeySummary => ({
  ...key,
  activeFrom: activeFrom.toISOString(),
});

/**
 * Creates the next signing key, which signs in a day; repeated calls until then change nothing. Sessions continue: the
 * former key verifies its tokens until they expire.
 *
 * @param isAtOnce The next key signs now and the others are revoked: their tokens are rejected within ten seconds, and
 *   renewed.
 * @throws {Refusal} `NOT_ALLOWED`.
 * Source: security requirements §4.7.
 */
export async function rotateSigningKeys(
  context: ServerContext,
  caller: Caller,
  { isAtOnce = false }: { isAtOnce?: boolean } = {},
): Promise<SigningKeySummary[]> {
  requireOwner(caller);
  const keys = await context.db.transaction().execute(async (tx) => {
    const details = { isAtOnce: String(isAtOnce) };
    await recordAuditEvent(tx, context, "signing-keys-rotated", { by: caller, details });
    return rotateKeys(tx, context.site.id, context.secrets, context.now(), isAtOnce);
  });
  return keys.map(toSigningKeySummary);
}

/** The public keys that verify access tokens and webhook deliveries. */
export async function getKeySet({ accessTokens, webhookKeys }: ServerContext): Promise<{ keys: PublicKey[] }> {
  const { keys } = await accessTokens.jwks();
  // Access tokens can be verified while the database is unavailable.
  const webhookKeySet = await webhookKeys.published().catch(() => []);
  return { keys: [...keys, ...webhookKeySet] };
}

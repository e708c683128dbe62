import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type KeyState, listKeys, type PublicKey, rotateKeys } from "../../platform/identity/key-ring.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** A signing key without its private part. */
export interface SigningKeySummary {
  id: string;
  /** `next`: published, yet to sign. `former`: checks what it has signed until the last of it has ended. */
  state: KeyState["state"];
  /** When it begins or began to sign. ISO 8601, UTC. */
  activeFrom: string;
}

/** The keys that sign and check access tokens, the oldest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listSigningKeys(context: ServerContext, caller: Caller): Promise<SigningKeySummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  return (await listKeys(context.db, context.site.id, context.now())).map(toSigningKeySummary);
}

export const toSigningKeySummary = ({ activeFrom, ...key }: KeyState): SigningKeySummary => ({
  ...key,
  activeFrom: activeFrom.toISOString(),
});

/**
 * Makes the next signing key, which signs in a day; doing it again meanwhile changes nothing. Nobody is signed out: the former key checks
 * its tokens until the last one has ended.
 *
 * @param isAtOnce The next key signs now, and the others no longer count: their tokens are refused within ten seconds, and renewed.
 * @throws {Refusal} `NOT_ALLOWED`. Source: security requirements §4.7.
 */
export async function rotateSigningKeys(
  context: ServerContext,
  caller: Caller,
  { isAtOnce = false }: { isAtOnce?: boolean } = {},
): Promise<SigningKeySummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const keys = await context.db.transaction().execute(async (tx) => {
    const details = { isAtOnce: String(isAtOnce) };
    await recordAuditEvent(tx, context, "signing-keys-rotated", { by: caller, details });
    return rotateKeys(tx, context.site.id, context.secrets, context.now(), isAtOnce);
  });
  return keys.map(toSigningKeySummary);
}

/** The public keys of everything that this site signs: access tokens, and deliveries of events where there are any. */
export async function getKeySet({ accessTokens, webhookKeys }: ServerContext): Promise<{ keys: PublicKey[] }> {
  const { keys } = await accessTokens.jwks();
  // Access tokens are checked while the database is away, too.
  const others = await webhookKeys.published().catch(() => []);
  return { keys: [...keys, ...others] };
}

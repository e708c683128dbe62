import { exportSPKI } from "jose";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { openKeyRing, rotateKeys } from "../platform/identity/key-ring.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";

/**
 * Creates the next signing key of deliveries. It takes effect after a day, so that receivers have time to fetch it.
 *
 * @param isAtOnce Takes effect within ten seconds and revokes the other keys. Receivers without the new key reject
 * deliveries.
 * @throws {Refusal} `NOT_ALLOWED`. Source: security requirements §4.7.
 */
export async function rotateWebhookKey(
  context: ServerContext,
  caller: Caller,
  { isAtOnce: immediately = false }: { isAtOnce?: boolean } = {},
): Promise<void> {
  requireOwner(caller);
  await context.db.transaction().execute(async (tx) => {
    const details = { isAtOnce: String(immediately), of: "webhooks" };
    await recordAuditEvent(tx, context, "signing-keys-rotated", { by: caller, details });
    await rotateKeys(tx, context.site.id, context.secrets, context.now(), immediately, "RS256");
  });
}

/** The public keys for verifying deliveries, as PEM, the current one first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listWebhookPublicKeys(
  context: ServerContext,
  caller: Caller,
): Promise<{ id: string; publicKey: string }[]> {
  requireOwner(caller);
  const { db, site, secrets, now } = context;
  // Not the cached keys, which may be ten seconds old.
  const keys = await openKeyRing(db, site.id, secrets, now, undefined, "RS256");
  const { id: signing } = keys.signing;
  const publicKeys = await Promise.all(
    [...keys.verifying].map(async ([id, key]) => ({ id, publicKey: await exportSPKI(key) })),
  );
  return publicKeys.sort((left, right) => Number(right.id === signing) - Number(left.id === signing));
}

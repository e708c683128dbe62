import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { rotateKeys } from "../../platform/identity/key-ring.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type SigningKeySummary, toSigningKeySummary } from "./list-signing-keys.ts";

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

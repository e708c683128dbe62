import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { noteForAudit } from "../events/audit.ts";
import { rotateKeys } from "../sessions/key-ring.ts";
import { type SigningKeySummary, toSigningKeySummary } from "./list-signing-keys.ts";

/**
 * Makes the next signing key, which signs in a day; doing it again meanwhile changes nothing. Nobody is signed out: the former key checks
 * its tokens until the last one has ended.
 *
 * @param isAtOnce The next key signs now, and the others no longer count: their tokens are refused within ten seconds, and renewed.
 * @throws {Refusal} `NOT_ALLOWED`. Source: security requirements §4.7.
 */
export async function rotateSigningKeys(
  deps: Deps,
  caller: Caller,
  { isAtOnce = false }: { isAtOnce?: boolean } = {},
): Promise<SigningKeySummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const keys = await deps.db.transaction().execute(async (tx) => {
    const details = { isAtOnce: String(isAtOnce) };
    await noteForAudit(tx, deps, "signing-keys-rotated", { by: caller, details });
    return rotateKeys(tx, deps.site.id, deps.secrets, deps.now(), isAtOnce);
  });
  return keys.map(toSigningKeySummary);
}

import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type KeyState, listKeys } from "../../platform/identity/key-ring.ts";
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

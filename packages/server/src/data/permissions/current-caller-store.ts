import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";

/**
 * The caller who started a job, with their current rights.
 *
 * @throws {Refusal} `NOT_ALLOWED` if the API key was revoked, or the member blocked or deleted.
 */
export async function currentCaller(tx: DbOrTx, siteId: string, caller: Caller): Promise<Caller> {
  if (caller.kind === "member") {
    const member = await tx
      .selectFrom("members")
      .select("status")
      .where("site_id", "=", siteId)
      .where("id", "=", caller.memberId)
      .executeTakeFirst();
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
  }
  if (!("apiKey" in caller) || !caller.apiKey) return caller;
  const key = await tx
    .selectFrom("api_keys")
    .select("role")
    .where("site_id", "=", siteId)
    .where("id", "=", caller.apiKey.keyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!key) throw new Refusal("NOT_ALLOWED");
  return { ...caller, apiKey: { ...caller.apiKey, role: key.role } };
}

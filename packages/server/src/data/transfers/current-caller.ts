import type { DbOrTx } from "../../db/database.ts";
import type { Caller } from "../../deps.ts";
import { Refusal } from "../../errors.ts";

/**
 * Who began a job, with what they are now: a key that was revoked and a member who was kept out do nothing more.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
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

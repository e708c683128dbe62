import type { Member } from "@porchlight/contract/members/member";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { parseEmailAddress } from "../email-address.ts";
import { toMember } from "../member-serializer.ts";
import { findMember, findMemberByEmail } from "../members-store.ts";

/**
 * A member with all fields, for the owner.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function showMember(context: ServerContext, caller: Caller, idOrEmail: string): Promise<Member> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  const key = parseEmailAddress(idOrEmail)?.key;
  const found = isId(idOrEmail) ? findMember(db, site.id, idOrEmail) : key && findMemberByEmail(db, site.id, key);
  const row = await found;
  if (!row || row.status === "DELETED") throw new Refusal("MEMBER_NOT_FOUND");
  return toMember(context, row, ["FULL"]);
}

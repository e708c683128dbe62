import type { Member, UpdateMemberRequest } from "@porchlight/contract/members/member";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { nameFields, withNames } from "./member-names.ts";
import { toMember } from "./member-shape.ts";
import { lockMember, setProfile } from "./members-store.ts";

/**
 * Changes the names of the member who asks. Their slug stays: other places link to it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for any record but one's own, there or not; `UNAUTHENTICATED` when the member was blocked or
 *   deleted since the token was made.
 * Source: wire.md, Members, `updateMember`.
 */
export async function updateMember(
  deps: Deps,
  caller: Caller,
  { params, body }: UpdateMemberRequest,
): Promise<{ member: Member }> {
  if (caller.kind !== "member" || params.memberId.toLowerCase() !== caller.memberId) throw new Refusal("NOT_ALLOWED");
  const { firstName, lastName } = body.member.contact ?? {};
  const wanted = { firstName, lastName, nickname: body.member.profile?.nickname };

  return deps.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, deps.site.id, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    const profile = withNames(member.profile, wanted);
    const isSame = nameFields.every((name) => (profile[name] ?? null) === (member.profile[name] ?? null));
    const row = isSame ? member : await setProfile(tx, deps.site.id, member.id, profile, deps.now());
    return { member: toMember(row, ["FULL"]) };
  });
}

import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { isSame } from "../member-details.ts";
import { lockMember, type MemberRow, setProfile } from "../members-store.ts";
import { requireShortProfile } from "./profile-validation.ts";

/**
 * Changes the profile of the caller under a lock. An unchanged profile retains its date.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers that are not members; `UNAUTHENTICATED` if they were blocked or deleted
 * since the token was issued.
 * @throws {InvalidArguments} if the profile is too long.
 */
export async function changeOwnProfile(
  context: ServerContext,
  caller: Caller,
  change: (profile: IdentityProfile) => IdentityProfile,
): Promise<MemberRow> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.site.id, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    const profile = change(member.profile);
    if (isSame(profile, member.profile)) return member;
    requireShortProfile(profile, "member");
    return setProfile(tx, context.site.id, member.id, profile, context.now());
  });
}

import type { SessionMember } from "../../auth/member-client.ts";

/** The nickname that the member has chosen; empty where first and last name stand in its place. */
export function ownNickname({ profile, contact }: SessionMember): string {
  const nickname = profile?.nickname ?? "";
  const names = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
  return nickname === names ? "" : nickname;
}

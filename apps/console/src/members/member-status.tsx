import type { Member } from "@porchlight/client/members";
import { Avatar } from "@porchlight/react";
import { text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";

const states = {
  APPROVED: { name: text("Active"), tone: "success" },
  PENDING: { name: text("Waiting"), tone: "warning" },
  BLOCKED: { name: text("Blocked"), tone: "danger" },
  OFFLINE: { name: text("Deactivated"), tone: "neutral" },
} as const;

/** The status of a member, and whether they are muted. */
export function MemberStatus({ member }: { member: Pick<Member, "status" | "activityStatus"> }) {
  const state = states[member.status as keyof typeof states] ?? { name: text("Unknown"), tone: "neutral" };
  return (
    <span className="inline-flex gap-1">
      <Badge tone={state.tone}>{state.name}</Badge>
      {member.activityStatus === "MUTED" && <Badge>{text("Muted")}</Badge>}
    </span>
  );
}

/** The photo of a member in a small size, or the initials. */
export function MemberPhoto({ member }: { member: Member }) {
  const { photo } = member.profile;
  return <Avatar name={nameOf(member)} src={photo && `${photo.url}/v1/fill/w_320,h_320`} />;
}

/** The name in lists: nickname, full name, or email. */
export function nameOf({ profile, contact, loginEmail }: Member): string {
  const fullName = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
  return profile.nickname || fullName || loginEmail || text("Without a name");
}

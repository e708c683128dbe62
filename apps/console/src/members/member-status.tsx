import type { Member } from "@porchlight/client/members";
import { Badge } from "../ui/badge.tsx";

const states = {
  APPROVED: { name: "Active", tone: "success" },
  PENDING: { name: "Waiting", tone: "warning" },
  BLOCKED: { name: "Blocked", tone: "danger" },
  OFFLINE: { name: "Deactivated", tone: "neutral" },
} as const;

/** The status of a member, and whether they are muted. */
export function MemberStatus({ member }: { member: Pick<Member, "status" | "activityStatus"> }) {
  const state = states[member.status as keyof typeof states] ?? { name: "Unknown", tone: "neutral" };
  return (
    <span className="inline-flex gap-1">
      <Badge tone={state.tone}>{state.name}</Badge>
      {member.activityStatus === "MUTED" && <Badge>Muted</Badge>}
    </span>
  );
}

/** The name in lists: nickname, full name, or email. */
export function nameOf({ profile, contact, loginEmail }: Member): string {
  const fullName = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ");
  return profile.nickname || fullName || loginEmail || "Without a name";
}

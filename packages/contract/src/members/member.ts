import type { Address } from "../auth/identity.ts";

/** How much of a member is told. Source: entities.md, Member. */
export const memberFieldsets = ["PUBLIC", "EXTENDED", "FULL"] as const;
export type MemberFieldset = (typeof memberFieldsets)[number];
export const memberStatuses = ["UNKNOWN", "PENDING", "APPROVED", "BLOCKED", "OFFLINE"] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export interface MemberImage {
  id: string;
  url: string;
  height: number;
  width: number;
}

export interface Member {
  id: string;
  loginEmail?: string;
  loginEmailVerified?: boolean;
  status?: MemberStatus;
  contactId?: string;
  privacyStatus: "UNKNOWN" | "PRIVATE" | "PUBLIC";
  activityStatus: "UNKNOWN" | "ACTIVE" | "MUTED";
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
  lastLoginDate?: string;
  profile: { nickname: string | null; slug: string | null; photo?: MemberImage; cover?: MemberImage; title?: string };
  contact?: {
    contactId?: string;
    firstName: string | null;
    lastName: string | null;
    phones: string[];
    emails: string[];
    addresses: (Address & { id: string })[];
    customFields: Record<string, { name: string; value: unknown }>;
  };
}

/** What is left out stays; `null` and an empty text take it away. */
export interface MemberNames {
  profile?: { nickname?: string | null | undefined } | null | undefined;
  contact?: { firstName?: string | null | undefined; lastName?: string | null | undefined } | null | undefined;
}

export type UpdateMemberRequest = { params: { memberId: string }; body: { member: MemberNames } };
export type GetCurrentMemberRequest = { query?: { fieldsets?: MemberFieldset[] } };

import { createHash } from "node:crypto";
import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus } from "@porchlight/contract/auth/state";
import { mediaPath } from "@porchlight/contract/media/media-file";
import type { Member, MemberFieldset, MemberStatus, MemberStatusResponse } from "@porchlight/contract/members/member";
import type { ServerContext } from "../platform/server-context.ts";
import type { MemberRow } from "./members-store.ts";

/** Statuses of an identity as statuses of a member. */
export const memberStatuses: Record<IdentityStatus, MemberStatus> = {
  PENDING: "PENDING",
  ACTIVE: "APPROVED",
  BLOCKED: "BLOCKED",
  OFFLINE: "OFFLINE",
  DELETED: "UNKNOWN",
};

/** Serializes the id and status of a member. */
export const toMemberStatus = ({ id, status }: Pick<MemberRow, "id" | "status">): MemberStatusResponse => ({
  member: { id, status: memberStatuses[status] },
});

/**
 * Serializes a member. PUBLIC has name, title, and photo; EXTENDED adds email, status, and last sign-in; FULL adds
 * names, phones, addresses, and custom fields. The widest requested fieldset applies.
 */
export function toMember(
  { config }: Pick<ServerContext, "config">,
  row: MemberRow,
  fieldsets: readonly MemberFieldset[],
): Member {
  const extended = fieldsets.includes("EXTENDED") || fieldsets.includes("FULL");
  const { profile } = row;
  return {
    id: row.id,
    ...(extended
      ? {
          loginEmail: row.email,
          loginEmailVerified: row.email_verified,
          status: memberStatuses[row.status],
          contactId: row.id,
          ...(row.last_login_at ? { lastLoginDate: row.last_login_at.toISOString() } : {}),
        }
      : {}),
    privacyStatus: extended ? (profile.privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE") : "UNKNOWN",
    activityStatus: extended ? row.activity_status : "UNKNOWN",
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    profile: {
      nickname: profile.nickname || fullName(profile),
      slug: row.slug,
      ...toPhoto(config.publicUrl, row),
      ...(row.title === null ? {} : { title: row.title }),
    },
    ...(fieldsets.includes("FULL") ? { contact: toContact(row) } : {}),
  };
}

function toPhoto(publicUrl: string, { photo }: MemberRow): Pick<Member["profile"], "photo"> {
  return photo ? { photo: { ...photo, url: `${publicUrl}${mediaPath}${photo.id}` } } : {};
}

/** First and last name; `null` without either. */
export function fullName(profile: IdentityProfile): string | null {
  return [profile.firstName, profile.lastName].filter(Boolean).join(" ") || null;
}

function toContact({ id, email, profile }: MemberRow): NonNullable<Member["contact"]> {
  return {
    contactId: id,
    firstName: profile.firstName ?? null,
    lastName: profile.lastName ?? null,
    phones: (profile.phones ?? []).map(({ phone }) => phone),
    emails: [...new Set([email, ...(profile.emails ?? []).map((entry) => entry.email)])],
    addresses: (profile.addresses ?? []).map(({ address }, index) => ({
      ...address,
      id: partId(id, `address ${index}`),
    })),
    customFields: Object.fromEntries(
      (profile.customFields ?? []).map(({ name, value }) => [customFieldKey(name), { name, value }]),
    ),
    ...(profile.birthdate && { birthdate: profile.birthdate }),
    ...(profile.company && { company: profile.company }),
    ...(profile.position && { jobTitle: profile.position }),
  };
}

/** A stable id for a part of a member that has none. Source: RFC 9562 §5.8. */
function partId(memberId: string, part: string): string {
  const bytes = createHash("sha256").update(`${memberId} ${part}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The key of a custom field in responses. The prefix `custom.` avoids collisions with properties of objects. */
export function customFieldKey(name: string): string {
  return `custom.${name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")}`;
}

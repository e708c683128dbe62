import * as endpoints from "@porchlight/contract/members/endpoints";
import type { Member, MemberFieldset } from "@porchlight/contract/members/member";
import { endSessions } from "./stub-auth.ts";
import { errorResponse, route, StubError, type StubRoute } from "./stub-responses.ts";
import type { StubMember, StubState } from "./stub-state.ts";

export function memberRoutes(state: StubState): StubRoute[] {
  return [
    route(endpoints.getCurrentMember, ({ member, query }) =>
      member ? { member: toMember(member, listOf(query?.fieldsets)) } : {},
    ),
    route(endpoints.deleteMyMember, ({ member }) => {
      if (!member) throw new StubError(errorResponse("NOT_ALLOWED"));
      endSessions(state, member);
      state.members.splice(state.members.indexOf(member), 1);
      return {};
    }),
    route(endpoints.updateMember, ({ member, params, body }) => {
      if (!member || member.id !== params.memberId) throw new StubError(errorResponse("NOT_ALLOWED"));
      const { contact, profile, privacyStatus } = body.member;
      const changes = {
        firstName: contact?.firstName,
        lastName: contact?.lastName,
        nickname: profile?.nickname,
        phones: contact?.phones === undefined ? undefined : (contact.phones ?? []).map((phone) => ({ phone })),
        addresses:
          contact?.addresses === undefined ? undefined : (contact.addresses ?? []).map((address) => ({ address })),
        customFields: contact?.customFields ? Object.values(contact.customFields) : undefined,
        privacyStatus,
      };
      const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
      member.profile = { ...member.profile, ...Object.fromEntries(defined) };
      member.updatedDate = new Date().toISOString();
      return { member: toMember(member, ["FULL"]) };
    }),
    route(endpoints.getMember, ({ member, params, query }) => {
      const found = state.members.find(({ id }) => id === params.id);
      const isOwn = found !== undefined && found === member;
      if (found?.status !== "ACTIVE" || !(isOwn || found.profile.privacyStatus === "PUBLIC"))
        throw new StubError(errorResponse("MEMBER_NOT_FOUND"));
      return { member: toMember(found, isOwn ? listOf(query?.fieldsets) : []) };
    }),
  ];
}

/** A query string carries a list of one element as text. */
export const listOf = <Item>(value: Item | readonly Item[] | undefined): readonly Item[] =>
  value === undefined ? [] : ([value].flat() as Item[]);

function toMember(
  { id, email, slug, createdDate, updatedDate, reasons, profile }: StubMember,
  fieldsets: readonly MemberFieldset[],
): Member {
  const isFull = fieldsets.includes("FULL");
  const isExtended = isFull || fieldsets.includes("EXTENDED");
  const { firstName = null, lastName = null } = profile;
  return {
    id,
    ...(isExtended && {
      loginEmail: email,
      loginEmailVerified: !reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED"),
      status: "APPROVED",
      contactId: id,
      lastLoginDate: updatedDate,
    }),
    privacyStatus: isExtended ? (profile.privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE") : "UNKNOWN",
    activityStatus: isExtended ? "ACTIVE" : "UNKNOWN",
    createdDate,
    updatedDate,
    profile: { nickname: profile.nickname || [firstName, lastName].filter(Boolean).join(" ") || null, slug },
    ...(isFull && {
      contact: {
        contactId: id,
        firstName,
        lastName,
        phones: (profile.phones ?? []).map(({ phone }) => phone),
        emails: [email, ...(profile.emails ?? []).map((entry) => entry.email)],
        addresses: (profile.addresses ?? []).map(({ address }, index) => ({ ...address, id: `${id}-${index}` })),
        customFields: Object.fromEntries(
          (profile.customFields ?? []).map(({ name, value }) => [keyOf(name), { name, value }]),
        ),
      },
    }),
  };
}

const keyOf = (name: string): string => `custom.${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;

import type {
  BadgeInput,
  ListBadgesRequest,
  ListBadgesResponse,
  ListMembersByBadgeResponse,
  MemberBadge as WireBadge,
} from "@porchlight/contract/members/badges/badge";
import * as endpoints from "@porchlight/contract/members/badges/endpoints";
import * as conversions from "@porchlight/contract/members/community/conversions";
import type { CallOptions, Transport } from "../transport.ts";

/** A badge that the owner assigns to members. */
export type MemberBadge = Omit<WireBadge, "id" | "createdDate" | "updatedDate"> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
};
export type { BadgeInput };
/** Options of lists of badges: `paging.limit` 1 to 100, default 50. */
export type ListBadgesOptions = NonNullable<ListBadgesRequest["query"]>;

/** Badges of members. Changes require an API key of role admin. Source: wire.md, "Members: badges". */
export function badges(transport: Transport) {
  const conversion = conversions.badge;
  const many = { conversion: conversions.badges };
  const one = async (sent: Promise<{ badge: MemberBadge }>) => (await sent).badge;
  return {
    /** Creates a badge. @throws {PorchlightError} `NOT_ALLOWED`, `BADGES_FULL`. */
    createBadge(badge: BadgeInput & { title: string }, call?: CallOptions): Promise<MemberBadge> {
      return one(transport.send(endpoints.createBadge, { body: { badge } }, { ...call, conversion }));
    },

    /** Updates a badge. @throws {PorchlightError} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
    updateBadge(_id: string, badge: BadgeInput, call?: CallOptions): Promise<MemberBadge> {
      const request = { params: { badgeId: _id }, body: { badge: { ...badge, id: _id } } };
      return one(transport.send(endpoints.updateBadge, request, { ...call, conversion }));
    },

    /** Lists badges in the owner's order. */
    listBadges(
      options: ListBadgesOptions = {},
      call?: CallOptions,
    ): Promise<{ badges: MemberBadge[]; metadata: ListBadgesResponse["metadata"] }> {
      return transport.send(endpoints.listBadges, { query: options }, { ...call, ...many });
    },

    /** Gets a badge. @throws {PorchlightError} `BADGE_NOT_FOUND`. */
    getBadge(_id: string, call?: CallOptions): Promise<MemberBadge> {
      return one(transport.send(endpoints.getBadge, { params: { id: _id } }, { ...call, conversion }));
    },

    /** Deletes a badge; members lose it. @throws {PorchlightError} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
    async deleteBadge(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteBadge, { params: { id: _id } }, call);
    },

    /**
     * Assigns a badge to up to 100 members.
     *
     * @returns The members who have the badge now; unknown ids are omitted.
     * @throws {PorchlightError} `NOT_ALLOWED`, `BADGE_NOT_FOUND`.
     */
    assignBadge(_id: string, memberIds: string[], call?: CallOptions): Promise<{ memberIds: string[] }> {
      return transport.send(endpoints.assignBadge, { params: { id: _id }, body: { memberIds } }, call);
    },

    /** Removes a badge from up to 100 members. @throws {PorchlightError} `NOT_ALLOWED`, `BADGE_NOT_FOUND`. */
    async unassignBadge(_id: string, memberIds: string[], call?: CallOptions): Promise<void> {
      await transport.send(endpoints.unassignBadge, { params: { id: _id }, query: { memberIds } }, call);
    },

    /** Lists the members with a badge that the caller may see. @throws {PorchlightError} `BADGE_NOT_FOUND`. */
    listMembersByBadge(
      _id: string,
      options: ListBadgesOptions = {},
      call?: CallOptions,
    ): Promise<ListMembersByBadgeResponse> {
      return transport.send(endpoints.listMembersByBadge, { params: { id: _id }, query: options }, call);
    },

    /** Lists the badges of up to 100 members; members that the caller may not see are omitted. */
    listBadgesPerMember(
      memberIds: string[],
      call?: CallOptions,
    ): Promise<{ memberBadgeIds: { memberId: string; badgeIds: string[] }[] }> {
      return transport.send(endpoints.listBadgesPerMember, { body: { memberIds } }, call);
    },

    /** Counts the members of each badge; only members that the caller may see. */
    getMemberCountsPerBadge(
      call?: CallOptions,
    ): Promise<{ badgeMemberCounts: { badgeId: string; memberCount: number }[] }> {
      return transport.send(endpoints.getBadgeCounts, {}, call);
    },

    /** Orders badges; the others follow in their previous order. @throws {PorchlightError} `BADGE_NOT_FOUND`. */
    updateBadgesDisplayOrder(badgeIds: string[], call?: CallOptions): Promise<{ badges: MemberBadge[] }> {
      return transport.send(endpoints.updateBadgesOrder, { body: { badgeIds } }, { ...call, ...many });
    },
  };
}

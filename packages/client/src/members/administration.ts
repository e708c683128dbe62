import type {
  BulkDeleteMembersResponse,
  CreateMemberRequest,
  NewMember,
  MemberJob as WireMemberJob,
} from "@porchlight/contract/members/administration/administration";
import * as adminConversions from "@porchlight/contract/members/administration/conversions";
import * as endpoints from "@porchlight/contract/members/administration/endpoints";
import * as conversions from "@porchlight/contract/members/conversions";
import { createError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport.ts";
import type { DeactivatedMember, Member } from "./member.ts";

export type { NewMember } from "@porchlight/contract/members/administration/administration";

/** A bulk action on the members that match a filter. */
export type MemberJob = Omit<WireMemberJob, "id" | "createdDate" | "finishedDate"> & {
  _id: string;
  _createdDate: Date;
  finishedDate?: Date;
};

/** Result of `members.bulkDeleteMembers`. */
export type BulkDeletedMembers = Omit<BulkDeleteMembersResponse, "results"> & {
  results: {
    itemMetadata: Omit<BulkDeleteMembersResponse["results"][number]["itemMetadata"], "id"> & { _id: string };
  }[];
};

/** A filter of members, with the fields of `MemberQueryFields`. */
export type MemberFilter = Record<string, unknown>;

/** Options of bulk actions by filter. */
export interface BulkMemberOptions {
  /** Also requires this text in a name, the email, or the slug. A Porchlight extension. */
  search?: { expression: string };
}

/** Calls that change members. Those with an id, and bulk calls, require an API key of role admin. */
export function memberAdministration(transport: Transport) {
  const { oneMember: conversion } = conversions;
  type One = Promise<{ member: Member }>;
  return {
    /**
     * Creates a member with a verified email, without a password and without sending an email.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`; `-19995` if the email belongs to a member. Source: wire.md, Members.
     */
    async createMember(options: { member: NewMember }, call?: CallOptions): Promise<Member> {
      const request: CreateMemberRequest = { body: options };
      const response: { member?: Member } = await transport.send(endpoints.createMember, request, {
        ...call,
        conversion: adminConversions.createMember,
      });
      if (response.member) return response.member;
      throw createError("contract", "MALFORMED_RESPONSE", "The response has no member. Is the host correct?");
    },

    /**
     * Approves a pending member, or unblocks a blocked one. A member whose email is not verified stays PENDING.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members.
     */
    approveMember(_id: string, call?: CallOptions): Promise<DeactivatedMember> {
      return transport.send(endpoints.approveMember, { params: { id: _id } }, { ...call, conversion });
    },

    /**
     * Mutes a member: likes, ratings, votes and texts fail with `MEMBER_MUTED`.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
     */
    muteMember(_id: string, call?: CallOptions): One {
      return transport.send(endpoints.muteMember, { params: { id: _id } }, { ...call, conversion });
    },

    /** Sets `activityStatus` to ACTIVE. @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. */
    unmuteMember(_id: string, call?: CallOptions): One {
      return transport.send(endpoints.unmuteMember, { params: { id: _id } }, { ...call, conversion });
    },

    /**
     * Changes the last part of the address of the signed-in member's profile page.
     *
     * @throws {PorchlightError} `SLUG_ALREADY_EXISTS`; a violation of `slug`. Source: wire.md, Members.
     */
    updateCurrentMemberSlug(slug: string, call?: CallOptions): One {
      return transport.send(endpoints.updateMySlug, { body: { slug } }, { ...call, conversion });
    },

    /** As {@link updateCurrentMemberSlug}, for any member. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    updateMemberSlug(_id: string, slug: string, call?: CallOptions): One {
      return transport.send(
        endpoints.updateMemberSlug,
        { params: { id: _id }, body: { slug } },
        { ...call, conversion },
      );
    },

    /** Makes the profile of the signed-in member public. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    joinCommunity(call?: CallOptions): One {
      return transport.send(endpoints.joinCommunity, {}, { ...call, conversion });
    },

    /** Makes the profile of the signed-in member private. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    leaveCommunity(call?: CallOptions): One {
      return transport.send(endpoints.leaveCommunity, {}, { ...call, conversion });
    },

    /**
     * Approves the pending members that match a filter, in the background.
     *
     * @returns The id for {@link getMemberJob}.
     * @throws {PorchlightError} `NOT_ALLOWED`, `INVALID_ARGUMENT`. Source: wire.md, Members.
     */
    bulkApproveMembers(
      filter: MemberFilter,
      options: BulkMemberOptions = {},
      call?: CallOptions,
    ): Promise<{ jobId: string }> {
      return transport.send(endpoints.bulkApproveMembers, { body: { filter, ...options } }, call);
    },

    /** Blocks the members that match a filter, in the background. As {@link bulkApproveMembers}. */
    bulkBlockMembers(
      filter: MemberFilter,
      options: BulkMemberOptions = {},
      call?: CallOptions,
    ): Promise<{ jobId: string }> {
      return transport.send(endpoints.bulkBlockMembers, { body: { filter, ...options } }, call);
    },

    /** Permanently deletes the members that match a filter, in the background. As {@link bulkApproveMembers}. */
    bulkDeleteMembersByFilter(
      filter: MemberFilter,
      options: BulkMemberOptions = {},
      call?: CallOptions,
    ): Promise<{ jobId: string }> {
      return transport.send(endpoints.bulkDeleteMembersByFilter, { body: { filter, ...options } }, call);
    },

    /**
     * Permanently deletes up to 100 members by id. Each one succeeds or fails separately.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`. Source: wire.md, Members.
     */
    bulkDeleteMembers(memberIds: string[], call?: CallOptions): Promise<BulkDeletedMembers> {
      return transport.send(endpoints.bulkDeleteMembers, { body: { memberIds } }, call);
    },

    /**
     * Gets the status and progress of a bulk action by filter. A Porchlight extension.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_JOB_NOT_FOUND`.
     */
    async getMemberJob(jobId: string, call?: CallOptions): Promise<MemberJob> {
      const options = { ...call, conversion: adminConversions.memberJob };
      const { job }: { job: MemberJob } = await transport.send(endpoints.getMemberJob, { params: { jobId } }, options);
      return job;
    },
  };
}

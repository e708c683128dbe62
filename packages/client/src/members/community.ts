import type {
  DefaultPrivacyResponse,
  DefaultPrivacyStatus,
  ListMemberBlocksResponse,
  ListMyBlocksRequest,
  ListMyBlocksResponse,
  MemberPrivacySettings,
  SetDefaultPrivacyRequest,
  SetMemberPrivacySettingsRequest,
  MemberAbout as WireMemberAbout,
} from "@porchlight/contract/members/community/community";
import * as conversions from "@porchlight/contract/members/community/conversions";
import * as endpoints from "@porchlight/contract/members/community/endpoints";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { isQueryObject, offsetQuery, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { OffsetQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";

export type { DefaultPrivacyStatus, MemberPrivacySettings };

/** A text about a member, for the profile page. */
export type MemberAbout = Omit<WireMemberAbout, "id" | "createdDate" | "updatedDate"> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
};

/** Fields for filters and sorting in queries of texts about members. */
export interface MemberAboutQueryFields {
  /** The id of the text. */
  _id: string;
  /** The member that the text is about. */
  memberId: string;
  /** When the text was created. */
  _createdDate: Date;
  /** When the text last changed. */
  _updatedDate: Date;
}

type QueriedAbouts = Promise<{ memberAbouts: MemberAbout[]; pagingMetadata: PagingMetadata }>;

const createSendQuery =
  (transport: Transport): SendQuery =>
  (body, call) =>
    transport.send(endpoints.queryMemberAbouts, { body }, { ...call, conversion: conversions.memberAbouts });

/** The query of {@link memberAbouts} without the query builder, for smaller bundles. */
export function memberAboutCalls(transport: Transport) {
  return {
    /** Sends a query object. @throws {PorchlightError} `INVALID_ARGUMENT`. */
    queryMemberAbouts(query: TypedQuery<MemberAboutQueryFields>, call?: CallOptions): QueriedAbouts {
      return createSendQuery(transport)({ query: wireQuery(query as WireQuery) }, call) as QueriedAbouts;
    },
  };
}

/** Texts about members. Source: wire.md, "Members: about". */
export function memberAbouts(transport: Transport) {
  const conversion = conversions.memberAbout;
  const sendQuery = createSendQuery(transport);
  const one = async (sent: Promise<{ memberAbout: MemberAbout }>) => (await sent).memberAbout;

  /** Creates a query builder; `find()` sends the query. Default order: newest first. */
  function queryMemberAbouts(): OffsetQuery<MemberAbout, MemberAboutQueryFields>;
  /** Sends a query object. @throws {PorchlightError} `INVALID_ARGUMENT`. */
  function queryMemberAbouts(
    query: TypedQuery<MemberAboutQueryFields>,
    options?: object,
    call?: CallOptions,
  ): QueriedAbouts;
  function queryMemberAbouts(query: WireQuery = {}, _options?: object, call?: CallOptions): object {
    return isQueryObject(query) ? sendQuery({ query: wireQuery(query) }, call) : offsetQuery(sendQuery, "memberAbouts");
  }

  return {
    queryMemberAbouts,

    /**
     * Creates the text about the signed-in member; with an API key of role admin, about `memberId`.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_ABOUT_EXISTS`.
     */
    createMemberAbout(
      memberAbout: Pick<MemberAbout, "content"> & { memberId?: string },
      call?: CallOptions,
    ): Promise<MemberAbout> {
      return one(transport.send(endpoints.createMemberAbout, { body: { memberAbout } }, { ...call, conversion }));
    },

    /** Gets a text about a member that the caller may see. @throws {PorchlightError} `MEMBER_ABOUT_NOT_FOUND`. */
    getMemberAbout(_id: string, call?: CallOptions): Promise<MemberAbout> {
      return one(transport.send(endpoints.getMemberAbout, { params: { id: _id } }, { ...call, conversion }));
    },

    /** Gets the text about the signed-in member; without `memberAbout` if there is none. */
    getMyMemberAbout(call?: CallOptions): Promise<{ memberAbout?: MemberAbout }> {
      return transport.send(endpoints.getMyMemberAbout, {}, { ...call, conversion });
    },

    /**
     * Updates a text about a member. With `revision`, the update fails if the text has changed since.
     *
     * @throws {PorchlightError} `MEMBER_ABOUT_NOT_FOUND`, `MEMBER_ABOUT_CHANGED`.
     */
    updateMemberAbout(
      _id: string,
      memberAbout: Pick<MemberAbout, "content"> & { revision?: string },
      call?: CallOptions,
    ): Promise<MemberAbout> {
      const request = { params: { aboutId: _id }, body: { memberAbout: { ...memberAbout, id: _id } } };
      return one(transport.send(endpoints.updateMemberAbout, request, { ...call, conversion }));
    },

    /** Deletes a text about a member. @throws {PorchlightError} `MEMBER_ABOUT_NOT_FOUND`. */
    deleteMemberAbout(_id: string, call?: CallOptions): Promise<Record<never, never>> {
      return transport.send(endpoints.deleteMemberAbout, { params: { id: _id } }, call);
    },
  };
}

/** Privacy of new members, and of the member directory. Changes require an API key of role admin. */
export function memberPrivacy(transport: Transport) {
  return {
    /** Gets the privacy of the profiles of new members. */
    getDefaultPrivacyStatus(call?: CallOptions): Promise<DefaultPrivacyResponse> {
      return transport.send(endpoints.getDefaultPrivacyStatus, {}, call);
    },

    /** Sets the privacy of the profiles of new members. @throws {PorchlightError} `NOT_ALLOWED`. */
    setDefaultPrivacyStatus(
      defaultPrivacy: SetDefaultPrivacyRequest["body"]["defaultPrivacy"],
      call?: CallOptions,
    ): Promise<DefaultPrivacyResponse> {
      return transport.send(endpoints.setDefaultPrivacyStatus, { body: { defaultPrivacy } }, call);
    },

    /** Gets who sees the member directory. */
    getMemberPrivacySettings(call?: CallOptions): Promise<{ memberPrivacySettings: MemberPrivacySettings }> {
      return transport.send(endpoints.getMemberPrivacySettings, {}, call);
    },

    /** Sets who sees the member directory. @throws {PorchlightError} `NOT_ALLOWED`. */
    setMemberPrivacySettings(
      memberPrivacySettings: SetMemberPrivacySettingsRequest["body"]["memberPrivacySettings"],
      call?: CallOptions,
    ): Promise<{ memberPrivacySettings: MemberPrivacySettings }> {
      return transport.send(endpoints.setMemberPrivacySettings, { body: { memberPrivacySettings } }, call);
    },
  };
}

/** Options of calls that list blocked members: `cursorPaging.limit` 1 to 100, default 50. */
export type ListBlocksOptions = NonNullable<ListMyBlocksRequest["query"]>;

/** Blocks between members. Source: wire.md, "Members: blocks". */
export function memberBlocks(transport: Transport) {
  return {
    /**
     * Hides the profile of the signed-in member from another member. Idempotent.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_SELF_BLOCK_FORBIDDEN`.
     */
    blockMember(memberId: string, call?: CallOptions): Promise<Record<never, never>> {
      return transport.send(endpoints.blockMemberForMe, { body: { memberId } }, call);
    },

    /** Reverses {@link blockMember}. Idempotent. @throws {PorchlightError} `NOT_ALLOWED`. */
    unblockMember(memberId: string, call?: CallOptions): Promise<Record<never, never>> {
      return transport.send(endpoints.unblockMemberForMe, { params: { memberId } }, call);
    },

    /** Lists the members that the signed-in member has blocked. @throws {PorchlightError} `NOT_ALLOWED`. */
    listCurrentMemberBlocking(options: ListBlocksOptions = {}, call?: CallOptions): Promise<ListMyBlocksResponse> {
      return transport.send(endpoints.listMyBlocks, { query: options }, call);
    },

    /** As {@link listCurrentMemberBlocking}, for any member. Requires an API key of role admin. */
    listMemberBlocks(
      memberId: string,
      options: ListBlocksOptions = {},
      call?: CallOptions,
    ): Promise<ListMemberBlocksResponse> {
      return transport.send(endpoints.listMemberBlocks, { params: { memberId }, query: options }, call);
    },
  };
}

import * as endpoints from "@porchlight/contract/members/community/endpoints";
import {
  blockMemberForMeRequest,
  createMemberAboutRequest,
  listMemberBlocksRequest,
  listMyBlocksRequest,
  memberAboutByIdRequest,
  queryMemberAboutsRequest,
  setDefaultPrivacyRequest,
  setMemberPrivacySettingsRequest,
  unblockMemberForMeRequest,
  updateMemberAboutRequest,
} from "@porchlight/contract/members/community/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  createMemberAbout,
  deleteMemberAbout,
  getMemberAbout,
  getMyMemberAbout,
  queryMemberAbouts,
  updateMemberAbout,
} from "./abouts.ts";
import { blockMemberForMe, listMemberBlocks, listMyBlocks, unblockMemberForMe } from "./blocks.ts";
import { getDefaultPrivacy, getPrivacySettings, setDefaultPrivacy, setPrivacySettings } from "./privacy.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;
const nothing = z.object({});

/** Texts about members, privacy, and blocks between members. */
export function communityRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    endpoints.createMemberAbout,
    createMemberAboutRequest,
    (request, input) => createMemberAbout(context, request, input),
    changes,
  );
  serve(area, endpoints.queryMemberAbouts, queryMemberAboutsRequest, (request, input) =>
    queryMemberAbouts(context, request, input),
  );
  serve(area, endpoints.getMyMemberAbout, nothing, (request) => getMyMemberAbout(context, request));
  serve(area, endpoints.getMemberAbout, memberAboutByIdRequest, (request, input) =>
    getMemberAbout(context, request, input),
  );
  serve(
    area,
    endpoints.updateMemberAbout,
    updateMemberAboutRequest,
    (request, input) => updateMemberAbout(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.deleteMemberAbout,
    memberAboutByIdRequest,
    (request, input) => deleteMemberAbout(context, request, input),
    changes,
  );

  serve(area, endpoints.getDefaultPrivacyStatus, nothing, () => getDefaultPrivacy(context));
  serve(
    area,
    endpoints.setDefaultPrivacyStatus,
    setDefaultPrivacyRequest,
    (request, input) => setDefaultPrivacy(context, request, input),
    changes,
  );
  serve(area, endpoints.getMemberPrivacySettings, nothing, () => getPrivacySettings(context));
  serve(
    area,
    endpoints.setMemberPrivacySettings,
    setMemberPrivacySettingsRequest,
    (request, input) => setPrivacySettings(context, request, input),
    changes,
  );

  serve(
    area,
    endpoints.blockMemberForMe,
    blockMemberForMeRequest,
    (request, input) => blockMemberForMe(context, request, input),
    changes,
  );
  serve(area, endpoints.listMyBlocks, listMyBlocksRequest, (request, input) => listMyBlocks(context, request, input));
  serve(
    area,
    endpoints.unblockMemberForMe,
    unblockMemberForMeRequest,
    (request, input) => unblockMemberForMe(context, request, input),
    changes,
  );
  serve(area, endpoints.listMemberBlocks, listMemberBlocksRequest, (request, input) =>
    listMemberBlocks(context, request, input),
  );
}

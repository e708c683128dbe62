import * as administration from "@porchlight/contract/members/administration/endpoints";
import {
  createMemberRequest,
  legacyMemberRequest,
  listMembersRequest,
  queryMembersRequest,
  updateMemberSlugRequest,
  updateMySlugRequest,
} from "@porchlight/contract/members/administration/schema";
import { memberByIdRequest } from "@porchlight/contract/members/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { listMembers, queryMembers } from "../directory/query-members.ts";
import { toMemberStatus } from "../member-serializer.ts";
import { setMuted, setOwnPrivacy, updateMemberSlug, updateMySlug } from "./change-member.ts";
import { createMemberWithoutPassword } from "./create-member-without-password.ts";
import { approveAnyMember } from "./review-member.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;
const administratorChanges = { ...changes, authorize: requireMemberManager } as const;

/** Lists of members, and changes by administrators. Before routes whose `:id` would match these paths. */
export function administrationRoutes(area: Area, context: ServerContext): void {
  serve(area, administration.listMembers, listMembersRequest, (request, input) => listMembers(context, request, input));
  serve(area, administration.queryMembers, queryMembersRequest, (request, input) =>
    queryMembers(context, request, input),
  );
  serve(
    area,
    administration.createMember,
    createMemberRequest,
    (request, input) => createMemberWithoutPassword(context, request, input),
    administratorChanges,
  );
  serve(
    area,
    administration.joinCommunity,
    z.object({}),
    (request) => setOwnPrivacy(context, request, "PUBLIC"),
    changes,
  );
  serve(
    area,
    administration.leaveCommunity,
    z.object({}),
    (request) => setOwnPrivacy(context, request, "PRIVATE"),
    changes,
  );
  serve(
    area,
    administration.updateMySlug,
    updateMySlugRequest,
    (request, input) => updateMySlug(context, request, input),
    changes,
  );
  serve(
    area,
    administration.updateMemberSlug,
    updateMemberSlugRequest,
    (request, input) => updateMemberSlug(context, request, input),
    changes,
  );
  serve(
    area,
    administration.approveMember,
    memberByIdRequest,
    async (request, { params }) => toMemberStatus(await approveAnyMember(context, request, params.id)),
    administratorChanges,
  );
  serve(
    area,
    administration.legacyApproveMember,
    legacyMemberRequest,
    async (request, { body }) =>
      toMemberStatus(await approveAnyMember(context, request, body.memberId ?? body.email ?? "")),
    administratorChanges,
  );
  for (const [endpoint, status] of [
    [administration.muteMember, "MUTED"],
    [administration.unmuteMember, "ACTIVE"],
  ] as const) {
    serve(
      area,
      endpoint,
      memberByIdRequest,
      (request, input) => setMuted(context, request, input, status),
      administratorChanges,
    );
  }
}

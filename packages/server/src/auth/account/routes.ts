import { confirmEmailChangeRequest, startEmailChangeRequest } from "@porchlight/contract/auth/account/schema";
import * as auth from "@porchlight/contract/auth/endpoints";
import * as administration from "@porchlight/contract/members/administration/endpoints";
import {
  bulkDeleteMembersRequest,
  bulkMembersByFilterRequest,
  changeLoginEmailRequest,
  legacyMemberRequest,
  memberJobRequest,
  sendSetPasswordEmailRequest,
} from "@porchlight/contract/members/administration/schema";
import * as members from "@porchlight/contract/members/endpoints";
import { deleteMyMemberRequest, memberByIdRequest } from "@porchlight/contract/members/schema";
import * as z from "zod";
import { toMemberStatus } from "../../members/member-serializer.ts";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { getAccountSummary } from "./account-summary.ts";
import { changeLoginEmail, sendSetPasswordEmail } from "./administer-account.ts";
import { bulkDeleteMembers, getMemberJob, startMemberJob } from "./bulk/bulk-members.ts";
import { closeAccount } from "./close-account.ts";
import { deleteMember, deleteOwnAccount } from "./delete-member.ts";
import { cancelEmailChange, confirmEmailChange, startEmailChange } from "./email-change.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;

/** Routes that affect a whole account. */
export function accountRoutes(area: Area, context: ServerContext): void {
  serve(area, auth.getAccountSummary, z.object({}), (request) => getAccountSummary(context, request));
  serve(
    area,
    auth.startEmailChange,
    startEmailChangeRequest,
    (request, input) => startEmailChange(context, request, input),
    changes,
  );
  serve(
    area,
    auth.confirmEmailChange,
    confirmEmailChangeRequest,
    (request, input) => confirmEmailChange(context, request, input),
    { limit: "codeAttemptsPerIp" },
  );
  serve(area, auth.cancelEmailChange, z.object({}), (request) => cancelEmailChange(context, request), changes);

  serve(
    area,
    members.blockMember,
    memberByIdRequest,
    async (request, { params }) => toMemberStatus(await closeAccount(context, request, params.id, "BLOCKED")),
    changes,
  );
  serve(
    area,
    members.disconnectMember,
    memberByIdRequest,
    async (request, { params }) => toMemberStatus(await closeAccount(context, request, params.id, "OFFLINE")),
    changes,
  );
  serve(
    area,
    members.deleteMyMember,
    deleteMyMemberRequest,
    (request, input) => deleteOwnAccount(context, request, input),
    changes,
  );
  serve(
    area,
    members.deleteMember,
    memberByIdRequest,
    async (request, { params }) => {
      await deleteMember(context, request, params.id);
      return {};
    },
    { ...changes, isDangerous: true },
  );

  const administratorChanges = { ...changes, authorize: requireMemberManager } as const;
  const dangerousChanges = { ...administratorChanges, isDangerous: true } as const;
  serve(
    area,
    administration.legacyBlockMember,
    legacyMemberRequest,
    async (request, { body }) =>
      toMemberStatus(await closeAccount(context, request, body.memberId ?? body.email ?? "", "BLOCKED")),
    administratorChanges,
  );
  serve(
    area,
    administration.changeLoginEmail,
    changeLoginEmailRequest,
    (request, input) => changeLoginEmail(context, request, input),
    dangerousChanges,
  );
  serve(
    area,
    administration.sendSetPasswordEmail,
    sendSetPasswordEmailRequest,
    (request, input) => sendSetPasswordEmail(context, request, input),
    administratorChanges,
  );
  serve(
    area,
    administration.bulkDeleteMembers,
    bulkDeleteMembersRequest,
    (request, input) => bulkDeleteMembers(context, request, input),
    dangerousChanges,
  );
  for (const [endpoint, action] of [
    [administration.bulkApproveMembers, "APPROVE"],
    [administration.bulkBlockMembers, "BLOCK"],
    [administration.bulkDeleteMembersByFilter, "DELETE"],
  ] as const) {
    serve(
      area,
      endpoint,
      bulkMembersByFilterRequest,
      (request, input) => startMemberJob(context, request, input, action),
      action === "APPROVE" ? administratorChanges : dangerousChanges,
    );
  }
  serve(area, administration.getMemberJob, memberJobRequest, (request, input) => getMemberJob(context, request, input));
}

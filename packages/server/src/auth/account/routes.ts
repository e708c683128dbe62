import { confirmEmailChangeRequest, startEmailChangeRequest } from "@porchlight/contract/auth/account/schema";
import * as auth from "@porchlight/contract/auth/endpoints";
import * as members from "@porchlight/contract/members/endpoints";
import { deleteMyMemberRequest, memberByIdRequest } from "@porchlight/contract/members/schema";
import * as z from "zod";
import type { MemberSummary } from "../../members/administration/list-members.ts";
import { memberStatuses } from "../../members/member-serializer.ts";
import { type Area, serve } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { getAccountSummary } from "./account-summary.ts";
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

  const toWire = ({ id, status }: MemberSummary) => ({ member: { id, status: memberStatuses[status] } });
  serve(
    area,
    members.blockMember,
    memberByIdRequest,
    async (request, { params }) => toWire(await closeAccount(context, request, params.id, "BLOCKED")),
    changes,
  );
  serve(
    area,
    members.disconnectMember,
    memberByIdRequest,
    async (request, { params }) => toWire(await closeAccount(context, request, params.id, "OFFLINE")),
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
    changes,
  );
}

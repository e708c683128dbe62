import { confirmEmailChangeRequest, startEmailChangeRequest } from "@porchlight/contract/auth/account-schema";
import * as auth from "@porchlight/contract/auth/endpoints";
import * as members from "@porchlight/contract/members/endpoints";
import { deleteMyMemberRequest, knownMemberRequest } from "@porchlight/contract/members/member-schema";
import * as z from "zod";
import type { MemberSummary } from "../../members/administration/member-summary.ts";
import { memberStatuses } from "../../members/member-serializer.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import { type Area, serve } from "../../platform/http/serve.ts";
import { accountFacts } from "./account-attributes.ts";
import { cancelEmailChange } from "./cancel-email-change.ts";
import { closeAccount } from "./close-account.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { deleteMember } from "./delete-member.ts";
import { deleteOwnAccount } from "./delete-own-account.ts";
import { startEmailChange } from "./start-email-change.ts";

const changes = { limit: "changes by an address", memberLimit: "changes by a member" } as const;

/** What an account as a whole goes through. */
export function accountRoutes(area: Area, context: ServerContext): void {
  serve(area, auth.getAccountFacts, z.object({}), (caller) => accountFacts(context, caller));
  serve(
    area,
    auth.startEmailChange,
    startEmailChangeRequest,
    (caller, request, address) => startEmailChange(context, caller, request, address),
    changes,
  );
  serve(
    area,
    auth.confirmEmailChange,
    confirmEmailChangeRequest,
    (caller, request) => confirmEmailChange(context, caller, request),
    { limit: "code tries of an address" },
  );
  serve(area, auth.cancelEmailChange, z.object({}), (caller) => cancelEmailChange(context, caller), changes);

  const known = ({ id, status }: MemberSummary) => ({ member: { id, status: memberStatuses[status] } });
  serve(
    area,
    members.blockMember,
    knownMemberRequest,
    async (caller, { params }) => known(await closeAccount(context, caller, params.id, "BLOCKED")),
    changes,
  );
  serve(
    area,
    members.disconnectMember,
    knownMemberRequest,
    async (caller, { params }) => known(await closeAccount(context, caller, params.id, "OFFLINE")),
    changes,
  );
  serve(
    area,
    members.deleteMyMember,
    deleteMyMemberRequest,
    (caller, request) => deleteOwnAccount(context, caller, request),
    changes,
  );
  serve(
    area,
    members.deleteMember,
    knownMemberRequest,
    async (caller, { params }) => {
      await deleteMember(context, caller, params.id);
      return {};
    },
    changes,
  );
}

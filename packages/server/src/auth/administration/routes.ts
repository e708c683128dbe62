import { Readable } from "node:stream";
import { memberExportPath } from "@porchlight/contract/members/accounts/accounts";
import * as accounts from "@porchlight/contract/members/accounts/endpoints";
import {
  endMemberSessionRequest,
  inviteMemberRequest,
  listMemberSecurityEventsRequest,
  removeMemberFactorRequest,
} from "@porchlight/contract/members/accounts/schema";
import { bulkMembersByFilterRequest } from "@porchlight/contract/members/administration/schema";
import { memberByIdRequest } from "@porchlight/contract/members/schema";
import { rejectMember, undoReview } from "../../members/administration/review-member.ts";
import { toMemberStatus } from "../../members/member-serializer.ts";
import { type Area, credentialsOf, serve } from "../../platform/http/serve.ts";
import { requireMemberManager, requireOwner } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { startMemberJob } from "../account/bulk/bulk-members.ts";
import { exportMembers } from "../account/export-members.ts";
import { inviteMember } from "../account/invite-member.ts";
import { resetMfa } from "../mfa/reset-mfa.ts";
import {
  endMemberSession,
  endMemberSessions,
  getMemberAccount,
  listMemberSecurityEvents,
  removeMemberFactor,
} from "./member-accounts.ts";

const changes = { limit: "changesPerIp", authorize: requireMemberManager } as const;

/** The accounts of members, for the people who manage them. */
export function memberAccountRoutes(area: Area, context: ServerContext): void {
  serve(area, accounts.getMemberAccount, memberByIdRequest, (request, input) =>
    getMemberAccount(context, request, input),
  );
  serve(area, accounts.listMemberSecurityEvents, listMemberSecurityEventsRequest, (request, input) =>
    listMemberSecurityEvents(context, request, input),
  );
  serve(
    area,
    accounts.inviteMember,
    inviteMemberRequest,
    async ({ caller }, { body }) => {
      const { id, email } = await inviteMember(context, caller, body);
      return { member: { id, email } };
    },
    changes,
  );
  serve(
    area,
    accounts.rejectMember,
    memberByIdRequest,
    async ({ caller }, { params }) => toMemberStatus(await rejectMember(context, caller, params.id)),
    changes,
  );
  serve(
    area,
    accounts.undoMemberReview,
    memberByIdRequest,
    async ({ caller }, { params }) => toMemberStatus(await undoReview(context, caller, params.id)),
    changes,
  );
  serve(
    area,
    accounts.bulkRejectMembers,
    bulkMembersByFilterRequest,
    (request, input) => startMemberJob(context, request, input, "REJECT"),
    { ...changes, isDangerous: true },
  );
  serve(
    area,
    accounts.endMemberSession,
    endMemberSessionRequest,
    (request, input) => endMemberSession(context, request, input),
    changes,
  );
  serve(
    area,
    accounts.removeMemberFactor,
    removeMemberFactorRequest,
    (request, input) => removeMemberFactor(context, request, input),
    { ...changes, isDangerous: true },
  );
  serve(
    area,
    accounts.endMemberSessions,
    memberByIdRequest,
    (request, input) => endMemberSessions(context, request, input),
    changes,
  );
  serve(
    area,
    accounts.resetMemberFactors,
    memberByIdRequest,
    async ({ caller }, { params }) => {
      await resetMfa(context, caller, params.id);
      return {};
    },
    { ...changes, isDangerous: true },
  );

  // `serve` handles JSON only.
  area.app.get(memberExportPath, async (c) => {
    await context.limits.count("changesPerIp", c.get("address"));
    const caller = await area.guard.authenticate(credentialsOf(c));
    requireOwner(caller);
    await area.guard.requireRecentAuthentication?.(caller);
    const lines = Readable.from(encode(exportMembers(context, caller)));
    const headers = {
      ...c.get("headers"),
      "cache-control": "private, no-store",
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="members.csv"',
    };
    return new Response(Readable.toWeb(lines) as ReadableStream, { headers });
  });
}

async function* encode(chunks: ReturnType<typeof exportMembers>): AsyncGenerator<Buffer> {
  for await (const { text } of chunks) yield Buffer.from(text);
}

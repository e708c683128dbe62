import { securityEventsResponse } from "../../auth/account/schema.ts";
import { emptyResponse } from "../../auth/response-schema.ts";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { bulkMembersByFilterResponse } from "../administration/response-schema.ts";
import { memberStatusResponse } from "../response-schema.ts";
import { inviteMemberResponse, memberAccountResponse, viewAsMemberResponse } from "./schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const byId = { params: { id: exampleId } };
const requirement = "Requires an API key of role admin, or staff with the role owner or support.";

export const memberAccountDocs = {
  getMemberAccount: {
    summary: "Get how a member signs in",
    description: `${requirement} Returns the member's factors and active sessions.`,
    response: { description: "The member's account.", schema: memberAccountResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: byId,
  },
  listMemberSecurityEvents: {
    summary: "List the security events of a member",
    description: `${requirement} The events that the member sees, newest first.`,
    response: { description: "A page of events.", schema: securityEventsResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { ...byId, query: { limit: 20 } },
  },
  inviteMember: {
    summary: "Invite a member",
    description: `${requirement} Creates an account and emails a link to set a password. For an account without a password, sends another link.`,
    response: { description: "The invited member.", schema: inviteMemberResponse },
    errors: ["NOT_ALLOWED", "-19995", "TOO_MANY_REQUESTS"],
    example: { body: { email: "ada@example.com", firstName: "Ada" } },
  },
  rejectMember: {
    summary: "Reject a pending member",
    description: `${requirement} Blocks the account and notifies the member by email. \`approveMember\` reverses it.`,
    response: { description: "The member's id and status.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "MEMBER_NOT_PENDING"],
    example: byId,
  },
  undoMemberReview: {
    summary: "Undo a decision about a member",
    description: `${requirement} Undoes the last decision of the calling staff account: approval, rejection, block, unblock, or mute. The member is what they were before: pending, blocked, or muted. The email about an approval or rejection is sent ten seconds later; afterwards, it cannot be undone. Neither can a decision that is an hour old, or that another person's has followed.`,
    response: { description: "The member's id and status.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "REVIEW_FINAL"],
    example: byId,
  },
  bulkRejectMembers: {
    summary: "Reject members by filter",
    description: `${requirement} Rejects the pending members that match the filter, in the background. See \`getMemberJob\`.`,
    response: { description: "The id of the job.", schema: bulkMembersByFilterResponse },
    errors: ["NOT_ALLOWED", "INVALID_ARGUMENT"],
    example: { body: { filter: { status: "PENDING" } } },
  },
  endMemberSessions: {
    summary: "Sign a member out everywhere",
    description: `${requirement} Ends all sessions and pending sign-ins of the member.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: byId,
  },
  endMemberSession: {
    summary: "End a session of a member",
    description: `${requirement} Signs the member out of one browser or device.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "SESSION_NOT_FOUND"],
    example: { params: { id: exampleId, sessionId: exampleId } },
  },
  removeMemberFactor: {
    summary: "Remove a factor of a member",
    description: `${requirement} Staff require a recent authentication. Notifies the member by email.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "MEMBER_NOT_FOUND", "FACTOR_NOT_FOUND"],
    example: { params: { id: exampleId, factorId: exampleId } },
  },
  viewAsMember: {
    summary: "View the site as a member",
    description:
      "Requires staff with the role owner and a recent authentication. Returns a link that renders pages of the site as the member sees them, without scripts. It is valid for ten minutes, in the browser in which the owner is signed in to the console. The calls of such a page cannot write: they run in read-only transactions of PostgreSQL. No session of the member is created, and the audit log names both people.",
    response: { description: "The link.", schema: viewAsMemberResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "MEMBER_NOT_FOUND", "MEMBER_NOT_ACTIVE"],
    example: byId,
  },
  resetMemberFactors: {
    summary: "Remove all factors of a member",
    description: `${requirement} For a member who has lost access to them; staff require a recent authentication. Notifies the member by email. Check the identity of the person first.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "MEMBER_NOT_FOUND"],
    example: byId,
  },
} satisfies Record<string, EndpointDocs>;

import { securityEventsResponse } from "../../auth/account/schema.ts";
import { emptyResponse } from "../../auth/response-schema.ts";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { memberStatusResponse } from "../response-schema.ts";
import { inviteMemberResponse, memberAccountResponse } from "./schema.ts";

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
  endMemberSessions: {
    summary: "Sign a member out everywhere",
    description: `${requirement} Ends all sessions and pending sign-ins of the member.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
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

import type { EndpointDocs } from "../../endpoint-docs.ts";
import { memberResponse, memberStatusResponse } from "../response-schema.ts";
import {
  bulkDeleteMembersResponse,
  bulkMembersByFilterResponse,
  legacyMemberResponse,
  listMembersResponse,
  memberJobResponse,
  queryMembersResponse,
  sendSetPasswordEmailResponse,
} from "./response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const jobResponse = { description: "The id of the job.", schema: bulkMembersByFilterResponse };

export const memberAdministrationDocs = {
  listMembers: {
    summary: "List members",
    description:
      "Newest first by default. Visitors and members get members with a public profile and their PUBLIC fields; members also get all requested fieldsets of their own record. API keys get all members.",
    response: { description: "A page of members. `total` counts those that you may see.", schema: listMembersResponse },
    errors: ["INVALID_ARGUMENT"],
    example: { query: { paging: { limit: 20, offset: 0 }, fieldsets: ["PUBLIC"] } },
  },
  queryMembers: {
    summary: "Query members",
    description:
      "Filters, sorts and searches the members that `listMembers` returns. Fields of visitors and members: `id`, `createdDate`, `updatedDate`, `profile.nickname`, `profile.slug`, `profile.title`. API keys also use `loginEmail`, `loginEmailVerified`, `status`, `awaitsApproval` (whether an owner has to approve the member), `privacyStatus`, `activityStatus`, `lastLoginDate`, `contact.firstName`, `contact.lastName`, `contact.company` and `contact.jobTitle`. `returnTotalCount` counts all members that match, also with cursor paging.",
    response: { description: "A page of members.", schema: queryMembersResponse },
    errors: ["INVALID_ARGUMENT", "CURSOR_INVALID"],
    example: {
      body: {
        query: { filter: { "profile.nickname": { $startsWith: "A" } }, paging: { limit: 20, offset: 0 } },
        search: { expression: "ada" },
      },
    },
  },
  createMember: {
    summary: "Create a member",
    description:
      "Requires an API key of role admin. The email counts as verified and no email is sent; the member sets a password with `sendSetPasswordEmail` or password recovery.",
    response: { description: "The member, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED", "-19995"],
    example: { body: { member: { loginEmail: "ada@example.com", contact: { firstName: "Ada" } } } },
  },
  approveMember: {
    summary: "Approve a member",
    description:
      "Requires an API key of role admin. Notifies the member by email. A member whose email is not verified stays `PENDING`. An approved member stays as is, and a blocked one is unblocked.",
    response: { description: "The member's id and status.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  muteMember: {
    summary: "Mute a member",
    description:
      "Requires an API key of role admin. Sets `activityStatus` to `MUTED`; idempotent. A muted member reads and manages their account as before, but no longer likes or rates posts, votes in polls, or writes about themselves.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  unmuteMember: {
    summary: "Unmute a member",
    description: "Requires an API key of role admin. Sets `activityStatus` to `ACTIVE`; idempotent.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  updateMySlug: {
    summary: "Change your slug",
    description: "For a signed-in member. The slug is the last part of the address of the profile page.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED", "SLUG_ALREADY_EXISTS"],
    example: { body: { slug: "ada" } },
  },
  updateMemberSlug: {
    summary: "Change the slug of a member",
    description: "Requires an API key of role admin.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "SLUG_ALREADY_EXISTS"],
    example: { params: { id: exampleId }, body: { slug: "ada" } },
  },
  joinCommunity: {
    summary: "Join the community",
    description: "For a signed-in member. Makes the profile public; idempotent.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  leaveCommunity: {
    summary: "Leave the community",
    description: "For a signed-in member. Makes the profile private; idempotent.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  bulkApproveMembers: {
    summary: "Approve members by filter",
    description:
      "Requires an API key of role admin. Approves the pending members that match the filter, in the background. See `getMemberJob`.",
    response: jobResponse,
    errors: ["NOT_ALLOWED", "INVALID_ARGUMENT"],
    example: { body: { filter: { status: "PENDING" } } },
  },
  bulkBlockMembers: {
    summary: "Block members by filter",
    description:
      "Requires an API key of role admin. Runs in the background. A filter without a condition is rejected. See `getMemberJob`.",
    response: jobResponse,
    errors: ["NOT_ALLOWED", "INVALID_ARGUMENT"],
    example: { body: { filter: { loginEmail: { $endsWith: "@example.com" } } } },
  },
  bulkDeleteMembersByFilter: {
    summary: "Delete members by filter",
    description:
      "Requires an API key of role admin. Deletes members permanently, in the background. A filter without a condition is rejected. See `getMemberJob`.",
    response: jobResponse,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "INVALID_ARGUMENT"],
    example: { body: { filter: { status: "BLOCKED" } } },
  },
  bulkDeleteMembers: {
    summary: "Delete members by id",
    description: "Requires an API key of role admin. At most 100 members. Each member succeeds or fails separately.",
    response: { description: "The result for each member.", schema: bulkDeleteMembersResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { memberIds: [exampleId] } },
  },
  getMemberJob: {
    summary: "Get the status of a bulk action",
    description: "Requires an API key of role admin.",
    response: { description: "Status and progress.", schema: memberJobResponse },
    errors: ["NOT_ALLOWED", "MEMBER_JOB_NOT_FOUND"],
    example: { params: { jobId: exampleId } },
  },
  legacyApproveMember: {
    summary: "Approve a member by id or email",
    description: "A call of older clients. As `approveMember`.",
    response: { description: "The member's id and status.", schema: legacyMemberResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { body: { email: "ada@example.com" } },
  },
  legacyBlockMember: {
    summary: "Block a member by id or email",
    description: "A call of older clients. As `blockMember`.",
    response: { description: "The member's id and status.", schema: legacyMemberResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { body: { memberId: exampleId } },
  },
  changeLoginEmail: {
    summary: "Change the sign-in email of a member",
    description:
      "Requires an API key of role admin. The new email counts as verified; the previous one gets a notice, and the member's sessions end.",
    response: { description: "The updated member.", schema: memberResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "MEMBER_NOT_FOUND", "-19995"],
    example: { params: { id: exampleId }, body: { newLoginEmail: "ada@example.org" } },
  },
  sendSetPasswordEmail: {
    summary: "Email a member a link to set a password",
    description:
      "Requires an API key of role admin. The response is the same for an unknown email and beyond the rate limits.",
    response: { description: "`accepted` is always true.", schema: sendSetPasswordEmailResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { email: "ada@example.com" } },
  },
} as const satisfies Record<string, EndpointDocs>;

import type { EndpointDocs } from "../endpoint-docs.ts";
import {
  currentMemberResponse,
  emptyResponse,
  memberDetailsResponse,
  memberResponse,
  memberStatusResponse,
  updatedDetailsResponse,
} from "./response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const memberDocs = {
  getCurrentMember: {
    summary: "Get the signed-in member",
    description: "Returns `{}` for a visitor, which is not an error.",
    response: { description: "The member, with the requested fieldsets.", schema: currentMemberResponse },
    example: { query: { fieldsets: ["FULL"] } },
  },
  getMember: {
    summary: "Get a member",
    description:
      "Your own record with the requested fieldsets, or the PUBLIC fieldset of a member with a public profile. Other members are reported as not found. API keys get all members and fieldsets.",
    response: { description: "The member, with the requested fieldsets.", schema: memberResponse },
    errors: ["MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId }, query: { fieldsets: ["PUBLIC"] } },
  },
  updateMember: {
    summary: "Update your profile",
    description:
      "For a signed-in member, or any member with an API key of role admin: names, title, birthdate, company, phones, addresses, custom fields and privacy. Omitted properties stay, `null` clears them, lists are replaced. Other properties, such as `loginEmail` or `status`, are ignored: the response has the stored values.",
    response: { description: "The updated member, with the contact.", schema: memberResponse },
    errors: ["MEMBER_NOT_FOUND", "NOT_ALLOWED"],
    example: {
      params: { memberId: exampleId },
      body: { member: { contact: { firstName: "Ada", lastName: "Lovelace" }, profile: { nickname: null } } },
    },
  },
  deleteMemberPhones: {
    summary: "Remove all of your phone numbers",
    response: { description: "The updated member, with the contact.", schema: memberResponse },
    errors: ["MEMBER_NOT_FOUND", "NOT_ALLOWED"],
    example: { params: { id: exampleId } },
  },
  deleteMemberEmails: {
    summary: "Remove your additional emails",
    description: "The sign-in email stays.",
    response: { description: "The updated member, with the contact.", schema: memberResponse },
    errors: ["MEMBER_NOT_FOUND", "NOT_ALLOWED"],
    example: { params: { id: exampleId } },
  },
  deleteMemberAddresses: {
    summary: "Remove all of your addresses",
    response: { description: "The updated member, with the contact.", schema: memberResponse },
    errors: ["MEMBER_NOT_FOUND", "NOT_ALLOWED"],
    example: { params: { id: exampleId } },
  },
  getMemberDetails: {
    summary: "Get your phones, addresses and custom fields",
    description: "For a signed-in member.",
    response: { description: "All of them.", schema: memberDetailsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  updateMemberDetails: {
    summary: "Update your phones, addresses and custom fields",
    description: "For a signed-in member. Omitted properties stay; lists are replaced. At most one phone is `MAIN`.",
    response: { description: "All of them after the update.", schema: updatedDetailsResponse },
    errors: ["NOT_ALLOWED"],
    example: {
      body: { details: { phones: [{ tag: "MAIN", phone: "+44 20 7946 0000" }], privacyStatus: "PUBLIC" } },
    },
  },
  setMemberPhoto: {
    summary: "Set your photo",
    description:
      "For a signed-in member. A JPEG, PNG, WebP or AVIF of at most 512 KiB, detected from its contents; metadata is removed. Replaces the previous photo.",
    response: { description: "The updated member, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {
      body: { photo: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==" },
    },
  },
  removeMemberPhoto: {
    summary: "Remove your photo",
    description: "For a signed-in member; idempotent.",
    response: { description: "The updated member, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  blockMember: {
    summary: "Block a member",
    description:
      "Requires an API key of role admin. Ends all sessions and invalidates emailed links; idempotent. After the correct password, sign-in returns `STATUS_CHECK`.",
    response: { description: "The member's id and status, `BLOCKED`.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  disconnectMember: {
    summary: "Revoke a member's access",
    description: "Requires an API key of role admin. As `block`, with the status `OFFLINE`. The member's data stays.",
    response: { description: "The member's id and status, `OFFLINE`.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  deleteMyMember: {
    summary: "Delete your account",
    description:
      "Requires a sign-in or reauthentication within the last ten minutes. Deletes the member's data permanently and frees the email; posts remain without an author. `contentAssigneeId` is rejected.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: {},
  },
  deleteMember: {
    summary: "Delete a member",
    description:
      "Requires an API key of role admin. Deletes the member's data permanently and frees the email; posts remain without an author.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
} as const satisfies Record<string, EndpointDocs>;

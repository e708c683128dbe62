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
    summary: "Read the member who is signed in",
    description: "A visitor gets `{}`: nobody is signed in, which is no fault of the caller's.",
    response: { description: "The member, as much of them as the fieldsets ask for.", schema: currentMemberResponse },
    example: { query: { fieldsets: ["FULL"] } },
  },
  getMember: {
    summary: "Read a member",
    description:
      "Oneself, or a member who has made themselves public; of these no more than PUBLIC is told. Everybody else is answered like somebody that there is not.",
    response: { description: "The member, as much of them as the fieldsets ask for.", schema: memberResponse },
    errors: ["MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId }, query: { fieldsets: ["PUBLIC"] } },
  },
  updateMember: {
    summary: "Change one's own record",
    description:
      "For a signed-in member: names, phones, addresses, custom fields, and whether others may see them. What is left out stays, `null` takes it away; a list takes the place of the former one. Whatever else is sent, such as `loginEmail` or `status`, is passed over: the answer tells what holds.",
    response: { description: "The member as they are now, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {
      params: { memberId: exampleId },
      body: { member: { contact: { firstName: "Ada", lastName: "Lovelace" }, profile: { nickname: null } } },
    },
  },
  deleteMemberPhones: {
    summary: "Remove all of one's own phone numbers",
    response: { description: "The member as they are now, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { id: exampleId } },
  },
  deleteMemberEmails: {
    summary: "Remove one's own further e-mails",
    description: "The one to sign in with stays.",
    response: { description: "The member as they are now, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { id: exampleId } },
  },
  deleteMemberAddresses: {
    summary: "Remove all of one's own addresses",
    response: { description: "The member as they are now, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { id: exampleId } },
  },
  getMemberDetails: {
    summary: "Read one's own phones, addresses and fields, with their tags",
    description: "For a signed-in member.",
    response: { description: "All of them.", schema: memberDetailsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  updateMemberDetails: {
    summary: "Change one's own phones, addresses and fields, with their tags",
    description:
      "For a signed-in member. What is left out stays; a list takes the place of the former one. Of the phones one at most is `MAIN`.",
    response: { description: "All of them as they are now.", schema: updatedDetailsResponse },
    errors: ["NOT_ALLOWED"],
    example: {
      body: { details: { phones: [{ tag: "MAIN", phone: "+44 20 7946 0000" }], privacyStatus: "PUBLIC" } },
    },
  },
  setMemberPhoto: {
    summary: "Set one's own photo",
    description:
      "For a signed-in member. A JPEG, PNG, WebP or AVIF of 512 KiB at most, by its contents; what is not the picture is taken out of it. The former one is removed.",
    response: { description: "The member as they are now, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {
      body: { photo: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==" },
    },
  },
  removeMemberPhoto: {
    summary: "Remove one's own photo",
    description: "For a signed-in member. Where there is none, nothing changes.",
    response: { description: "The member as they are now, with the contact.", schema: memberResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  blockMember: {
    summary: "Keep a member out",
    description:
      "With an API key of role admin. Wherever they are signed in ends at once, and so do their links from mails; a second time changes nothing. After the right password they are told so, as `STATUS_CHECK`.",
    response: { description: "The member's id and status, `BLOCKED`.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  disconnectMember: {
    summary: "Take a member's access away, though not what is known of them",
    description: "With an API key of role admin. As `block`, with the status `OFFLINE`.",
    response: { description: "The member's id and status, `OFFLINE`.", schema: memberStatusResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  deleteMyMember: {
    summary: "Delete one's own account",
    description:
      "For a signed-in member who has signed in or proved their password within ten minutes. What is known of them is removed for good, their e-mail is free, their posts stay without their name. `contentAssigneeId` is refused: content is not put under somebody else's name.",
    response: { description: "An empty object: the account is gone, and so is the session.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: {},
  },
  deleteMember: {
    summary: "Delete a member",
    description:
      "With an API key of role admin. What is known of the member is removed for good, their e-mail is free, their posts stay without their name.",
    response: { description: "An empty object: the member is gone.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
} as const satisfies Record<string, EndpointDocs>;

import type { EndpointReference } from "../endpoint-reference.ts";
import { currentMemberAnswer, memberAnswer } from "./answer-schema.ts";

export const membersReferences = {
  getCurrentMember: {
    summary: "Read the member who is signed in",
    description: "A visitor gets `{}`: nobody is signed in, which is no fault of the caller's.",
    answer: { description: "The member, as much of them as the fieldsets ask for.", schema: currentMemberAnswer },
    example: { query: { fieldsets: ["FULL"] } },
  },
  updateMember: {
    summary: "Change one's own names",
    description:
      "For a signed-in member, of whose record first name, last name and nickname can be changed. What is left out stays, `null` takes it away. Whatever else is sent, such as `loginEmail`, `status` or addresses, is passed over: the answer tells what holds.",
    answer: { description: "The member as they are now, with the contact.", schema: memberAnswer },
    refuses: ["NOT_ALLOWED"],
    example: {
      params: { memberId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" },
      body: { member: { contact: { firstName: "Ada", lastName: "Lovelace" }, profile: { nickname: null } } },
    },
  },
} as const satisfies Record<string, EndpointReference>;

import type { EndpointReference } from "../endpoint-reference.ts";
import { currentMemberAnswer } from "./answer-schema.ts";

export const membersReferences = {
  getCurrentMember: {
    summary: "Read the member who is signed in",
    description: "A visitor gets `{}`: nobody is signed in, which is no fault of the caller's.",
    answer: { description: "The member, as much of them as the fieldsets ask for.", schema: currentMemberAnswer },
    example: { query: { fieldsets: ["FULL"] } },
  },
} as const satisfies Record<string, EndpointReference>;

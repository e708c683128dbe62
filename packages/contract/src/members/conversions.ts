import type { Conversion } from "../conversion-rules.ts";

/** Source: transforms.json, members_members. */
export const getCurrentMember: Conversion = {
  answer: {
    timestamp: ["member.createdDate", "member.updatedDate", "member.lastLoginDate"],
    verbatim: ["member.contact.customFields"],
  },
};

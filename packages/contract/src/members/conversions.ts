import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/** Source: transforms.json, members_members. */
const member: ConversionRules = {
  timestamp: ["member.createdDate", "member.updatedDate", "member.lastLoginDate"],
  verbatim: ["member.contact.customFields"],
};

export const getCurrentMember: Conversion = { answer: member };
export const updateMember: Conversion = { request: { verbatim: ["member.contact.customFields"] }, answer: member };
export const oneMember: Conversion = { answer: member };

const detailRules: ConversionRules = {
  timestamp: ["details.customFields.value.dateValue"],
  float: ["details.customFields.value.numValue"],
  address: ["details.addresses.address"],
};
export const memberDetails: Conversion = { request: detailRules, answer: detailRules };

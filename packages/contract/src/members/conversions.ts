import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/** Source: transforms.json, members_members. */
const member: ConversionRules = {
  timestamp: ["member.createdDate", "member.updatedDate", "member.lastLoginDate"],
  verbatim: ["member.contact.customFields"],
};

export const getCurrentMember: Conversion = { response: member };
export const updateMember: Conversion = { request: { verbatim: ["member.contact.customFields"] }, response: member };
export const oneMember: Conversion = { response: member };

const detailRules: ConversionRules = {
  timestamp: ["details.customFields.value.dateValue"],
  float: ["details.customFields.value.numValue"],
  address: ["details.addresses.address"],
};
export const memberDetails: Conversion = { request: detailRules, response: detailRules };

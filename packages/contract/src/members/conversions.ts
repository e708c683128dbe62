import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/** Source: transforms.json, members_members. */
const member: ConversionRules = {
  timestamp: ["member.createdDate", "member.updatedDate", "member.lastLoginDate"],
  verbatim: ["member.contact.customFields"],
};

export const getCurrentMember: Conversion = { response: member };
export const updateMember: Conversion = { request: { verbatim: ["member.contact.customFields"] }, response: member };
/** Calls that send `member`: the keys of custom fields are the site's own. */
export const createMember = updateMember;
export const manyMembers: Conversion = {
  response: {
    timestamp: ["members.createdDate", "members.updatedDate", "members.lastLoginDate"],
    verbatim: ["members.contact.customFields"],
  },
};
export const memberJob: Conversion = { response: { timestamp: ["job.createdDate", "job.finishedDate"] } };
export const oneMember: Conversion = { response: member };

const detailRules: ConversionRules = {
  timestamp: ["details.customFields.value.dateValue"],
  float: ["details.customFields.value.numValue"],
  address: ["details.addresses.address"],
};
export const memberDetails: Conversion = { request: detailRules, response: detailRules };
export const memberAbout: Conversion = {
  request: { verbatim: ["memberAbout.content"] },
  response: { timestamp: ["memberAbout.createdDate", "memberAbout.updatedDate"], verbatim: ["memberAbout.content"] },
};
export const memberAbouts: Conversion = {
  response: { timestamp: ["memberAbouts.createdDate", "memberAbouts.updatedDate"], verbatim: ["memberAbouts.content"] },
};
export const customField: Conversion = { response: { timestamp: ["field.createdDate", "field.updatedDate"] } };
export const customFields: Conversion = { response: { timestamp: ["fields.createdDate", "fields.updatedDate"] } };

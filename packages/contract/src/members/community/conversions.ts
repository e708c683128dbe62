import type { Conversion } from "../../wire/conversion-rules.ts";

export const memberAbout: Conversion = {
  request: { verbatim: ["memberAbout.content"] },
  response: { timestamp: ["memberAbout.createdDate", "memberAbout.updatedDate"], verbatim: ["memberAbout.content"] },
};
export const memberAbouts: Conversion = {
  response: { timestamp: ["memberAbouts.createdDate", "memberAbouts.updatedDate"], verbatim: ["memberAbouts.content"] },
};

export const badge: Conversion = { response: { timestamp: ["badge.createdDate", "badge.updatedDate"] } };
export const badges: Conversion = { response: { timestamp: ["badges.createdDate", "badges.updatedDate"] } };

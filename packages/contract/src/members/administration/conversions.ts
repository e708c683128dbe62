import type { Conversion } from "../../wire/conversion-rules.ts";
import { updateMember } from "../conversions.ts";

/** Calls that send `member`: the keys of custom fields are the site's own. */
export const createMember = updateMember;
export const manyMembers: Conversion = {
  response: {
    timestamp: ["members.createdDate", "members.updatedDate", "members.lastLoginDate"],
    verbatim: ["members.contact.customFields"],
  },
};
export const memberJob: Conversion = { response: { timestamp: ["job.createdDate", "job.finishedDate"] } };

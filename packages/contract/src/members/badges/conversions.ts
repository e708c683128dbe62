import type { Conversion } from "../../wire/conversion-rules.ts";

export const badge: Conversion = { response: { timestamp: ["badge.createdDate", "badge.updatedDate"] } };
export const badges: Conversion = { response: { timestamp: ["badges.createdDate", "badges.updatedDate"] } };

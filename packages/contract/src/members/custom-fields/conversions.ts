import type { Conversion } from "../../wire/conversion-rules.ts";

export const customField: Conversion = { response: { timestamp: ["field.createdDate", "field.updatedDate"] } };
export const customFields: Conversion = { response: { timestamp: ["fields.createdDate", "fields.updatedDate"] } };

import type { EndpointDocs } from "../../endpoint-docs.ts";
import { emptyResponse } from "../response-schema.ts";
import { customFieldResponse, listCustomFieldsResponse } from "./schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const one = { description: "The field.", schema: customFieldResponse };
const all = { description: "The fields, in the owner's order.", schema: listCustomFieldsResponse };

export const customFieldDocs = {
  listCustomFields: {
    summary: "List custom fields of members",
    description:
      "Hidden fields are for API keys only. Fields of the setting `memberFields` are not in this list; they come first on the account page.",
    response: all,
    example: {},
  },
  createCustomField: {
    summary: "Create a custom field of members",
    description:
      "Requires an API key of role admin. Values of another type are rejected from then on; existing values stay. Values of the types `URL` and `SOCIAL` are web addresses. A site has at most 50 fields.",
    response: one,
    errors: ["NOT_ALLOWED", "CUSTOM_FIELD_EXISTS", "CUSTOM_FIELDS_FULL"],
    example: { body: { field: { name: "Company", fieldType: "TEXT" } } },
  },
  updateCustomFieldsOrder: {
    summary: "Order the custom fields of members",
    description: "Requires an API key of role admin. Other fields follow in their previous order.",
    response: all,
    errors: ["NOT_ALLOWED", "CUSTOM_FIELD_NOT_FOUND"],
    example: { body: { fieldIds: [exampleId] } },
  },
  getCustomField: {
    summary: "Get a custom field of members",
    response: one,
    errors: ["CUSTOM_FIELD_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  updateCustomField: {
    summary: "Rename, hide or show a custom field of members",
    description:
      "Requires an API key of role admin. Renaming also renames the members' values. With `revision`, the update fails if the field has changed since.",
    response: one,
    errors: ["NOT_ALLOWED", "CUSTOM_FIELD_NOT_FOUND", "CUSTOM_FIELD_EXISTS", "CUSTOM_FIELD_CHANGED"],
    example: { params: { fieldId: exampleId }, body: { field: { name: "Employer", revision: "1" } } },
  },
  hideCustomField: {
    summary: "Hide a custom field of members",
    description: "Requires an API key of role admin. Values stay; `updateCustomField` shows the field again.",
    response: one,
    errors: ["NOT_ALLOWED", "CUSTOM_FIELD_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  deleteCustomField: {
    summary: "Delete a custom field of members",
    description: "Requires an API key of role admin. Values stay in the members' records.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "CUSTOM_FIELD_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
} as const satisfies Record<string, EndpointDocs>;

import type { DeclaredField } from "../member.ts";

/** A custom field of members. Members' values have its `key` in `contact.customFields`. */
export interface MemberCustomField {
  id: string;
  /** Derived from the name, such as `custom.company`. */
  key: string;
  name: string;
  fieldType: DeclaredField["type"];
  /** Hidden fields are not on the account page; values stay. */
  hidden: boolean;
  /** An integer as text, incremented by every change. */
  revision: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
}

export interface CustomFieldResponse {
  field: MemberCustomField;
}
/** In the owner's order. */
export interface ListCustomFieldsResponse {
  fields: MemberCustomField[];
}
export type CreateCustomFieldRequest = { body: { field: { name: string; fieldType: DeclaredField["type"] } } };
export type CustomFieldByIdRequest = { params: { id: string } };
export type UpdateCustomFieldRequest = {
  params: { fieldId: string };
  body: { field: { name?: string | undefined; hidden?: boolean | undefined; revision?: string | undefined } };
};
export type UpdateCustomFieldsOrderRequest = { body: { ids: string[] } };

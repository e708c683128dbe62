import type { DeclaredField } from "../member.ts";

/** Social networks of fields of the type `SOCIAL`. */
export const socialTypes = [
  "FACEBOOK",
  "INSTAGRAM",
  "LINKEDIN",
  "TWITTER",
  "YOUTUBE",
  "PINTEREST",
  "TIKTOK",
  "DEVIANTART",
  "SOUNDCLOUD",
  "TUMBLR",
  "VIMEO",
  "VKONTAKTE",
  "ODNOKLASSNIKI",
  "OTHER",
] as const;
/** A social network. */
export type SocialType = (typeof socialTypes)[number];

/** A custom field of members. Members' values have its `key` in `contact.customFields`. */
export interface MemberCustomField {
  id: string;
  /** Derived from the name, such as `custom.company`. */
  key: string;
  name: string;
  fieldType: DeclaredField["type"];
  /** `UNKNOWN` except for the type `SOCIAL`. */
  socialType: SocialType | "UNKNOWN";
  /** Values are visible to the member and the owner only. */
  defaultPrivacy: "PRIVATE";
  fieldOrigin: "CUSTOM";
  appliesTo: "ALL_MEMBERS";
  section: "GENERAL" | "SOCIAL";
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
export type CreateCustomFieldRequest = {
  body: {
    field: {
      name: string;
      fieldType?: DeclaredField["type"] | undefined;
      /** Default: `OTHER`, of the type `SOCIAL`. */
      socialType?: SocialType | undefined;
      defaultPrivacy?: "PRIVATE" | undefined;
    };
  };
};
export type CustomFieldByIdRequest = { params: { id: string } };
export type UpdateCustomFieldRequest = {
  params: { fieldId: string };
  body: { field: { name?: string | undefined; hidden?: boolean | undefined; revision?: string | undefined } };
};
export type UpdateCustomFieldsOrderRequest = { body: { fieldIds: string[] } };

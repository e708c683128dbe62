import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { guid, singleLineText } from "../../wire/value-schema.ts";
import { declaredFieldTypes } from "../member.ts";
import { socialTypes } from "./custom-field.ts";

const name = singleLineText(100)
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1)
      .regex(/^[^,]*$/, fieldRules.NO_COMMA),
  );

export const createCustomFieldRequest = z.object({
  body: z.object({
    field: z.object({
      name,
      fieldType: z.enum(declaredFieldTypes).default("TEXT"),
      socialType: z.enum(socialTypes).optional(),
      defaultPrivacy: z.literal("PRIVATE", "must be PRIVATE: only the member and the owner see values").optional(),
    }),
  }),
});
export const customFieldByIdRequest = z.object({ params: z.object({ id: guid }) });
export const updateCustomFieldRequest = z.object({
  params: z.object({ fieldId: guid }),
  body: z.object({
    field: z.object({
      name: name.optional(),
      hidden: z.boolean().optional(),
      revision: z
        .string()
        .regex(/^\d{1,9}$/, "must be a revision number")
        .optional(),
    }),
  }),
});
export const updateCustomFieldsOrderRequest = z.object({ body: z.object({ fieldIds: z.array(guid).min(1).max(50) }) });

const field = z
  .object({
    id: z.guid(),
    key: z.string(),
    name: z.string(),
    fieldType: z.enum(declaredFieldTypes),
    socialType: z.enum([...socialTypes, "UNKNOWN"]),
    defaultPrivacy: z.literal("PRIVATE"),
    fieldOrigin: z.literal("CUSTOM"),
    appliesTo: z.literal("ALL_MEMBERS"),
    section: z.enum(["GENERAL", "SOCIAL"]),
    hidden: z.boolean(),
    revision: z.string(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: "MemberCustomField" });

export const customFieldResponse = z.object({ field });
export const listCustomFieldsResponse = z.object({ fields: z.array(field) });

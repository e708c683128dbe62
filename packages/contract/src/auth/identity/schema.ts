import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { languageTag, singleLineText } from "../../wire/value-schema.ts";
import { addressTags, emailTags, phoneTags, privacyStatuses } from "../state.ts";

/** An address in requests. Source: entities.md. */
export const addressSchema = z.object({
  country: singleLineText(2).nullish(),
  subdivision: singleLineText(50).nullish(),
  city: singleLineText(100).nullish(),
  postalCode: singleLineText(20).nullish(),
  formattedAddress: z.string().max(500).nullish(),
  addressLine: singleLineText(200).nullish(),
  addressLine2: singleLineText(200).nullish(),
  geocode: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).nullish(),
  streetAddress: z
    .object({
      number: singleLineText(20).nullish(),
      name: singleLineText(100).nullish(),
      apt: singleLineText(20).nullish(),
    })
    .nullish(),
});

/** Floats that JSON cannot represent are text. Source: entities.md. */
const float = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);

export const customFieldSchema = z.object({
  name: singleLineText(100),
  value: z.object({
    strValue: z.string().max(5000).optional(),
    numValue: float.optional(),
    dateValue: z.iso.datetime({ offset: true }).nullish(),
    boolValue: z.boolean().optional(),
  }),
});

/** Custom fields are identified by name. */
export const haveUniqueNames = (fields: readonly { name: string }[] = []): boolean =>
  new Set(fields.map(({ name }) => name)).size === fields.length;

export const haveAtMostOneMain = (phones: readonly { tag?: string | undefined }[] = []): boolean =>
  phones.filter(({ tag }) => tag === "MAIN").length <= 1;

/** An {@link IdentityProfile} in requests. Source: entities.md, IdentityProfile. */
export const identityProfileSchema = z.object({
  firstName: singleLineText(100).nullish(),
  lastName: singleLineText(100).nullish(),
  nickname: singleLineText(100).nullish(),
  picture: singleLineText(2048).nullish(),
  emails: z
    .array(z.object({ tag: z.enum(emailTags).optional(), email: singleLineText(254) }))
    .max(50)
    .optional(),
  phones: z
    .array(z.object({ tag: z.enum(phoneTags).optional(), phone: singleLineText(50) }))
    .max(50)
    .optional(),
  addresses: z
    .array(z.object({ tag: z.enum(addressTags).optional(), address: addressSchema }))
    .max(50)
    .optional(),
  labels: z.array(singleLineText(100)).max(2000).optional(),
  language: languageTag.nullish(),
  privacyStatus: z.enum(privacyStatuses).optional(),
  customFields: z.array(customFieldSchema).max(100).optional(),
  company: singleLineText(1000).nullish(),
  position: singleLineText(1000).nullish(),
  birthdate: z.iso.date().nullish(),
  vatId: singleLineText(1000).nullish(),
});

/** An initial profile: rejects values that could not be saved again. */
export const newProfileSchema = identityProfileSchema.extend({
  phones: identityProfileSchema.shape.phones.refine(haveAtMostOneMain, "must have one MAIN at most"),
  customFields: identityProfileSchema.shape.customFields.refine(haveUniqueNames, fieldRules.DIFFERENT_NAMES),
});

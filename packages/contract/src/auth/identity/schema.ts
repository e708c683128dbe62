import * as z from "zod";
import { languageTag, line } from "../../wire/value-schema.ts";
import { addressTags, emailTags, phoneTags, privacyStatuses } from "../state.ts";

/** What a server takes as an address. Source: entities.md. */
export const addressSchema = z.object({
  country: line(2).nullish(),
  subdivision: line(50).nullish(),
  city: line(100).nullish(),
  postalCode: line(20).nullish(),
  formattedAddress: z.string().max(500).nullish(),
  addressLine: line(200).nullish(),
  addressLine2: line(200).nullish(),
  geocode: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).nullish(),
  streetAddress: z.object({ number: line(20).nullish(), name: line(100).nullish(), apt: line(20).nullish() }).nullish(),
});

/** A float that JSON cannot spell travels as text. Source: entities.md. */
const float = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);

export const customFieldSchema = z.object({
  name: line(100),
  value: z.object({
    strValue: z.string().max(5000).optional(),
    numValue: float.optional(),
    dateValue: z.iso.datetime({ offset: true }).nullish(),
    boolValue: z.boolean().optional(),
  }),
});

/** Fields of a member are told apart by their names. */
export const haveDifferentNames = (fields: readonly { name: string }[] = []): boolean =>
  new Set(fields.map(({ name }) => name)).size === fields.length;

export const haveOneMain = (phones: readonly { tag?: string | undefined }[] = []): boolean =>
  phones.filter(({ tag }) => tag === "MAIN").length <= 1;

/** What a server takes as an {@link IdentityProfile}. Source: entities.md, IdentityProfile. */
export const identityProfileSchema = z.object({
  firstName: line(100).nullish(),
  lastName: line(100).nullish(),
  nickname: line(100).nullish(),
  picture: line(2048).nullish(),
  emails: z
    .array(z.object({ tag: z.enum(emailTags).optional(), email: line(254) }))
    .max(50)
    .optional(),
  phones: z
    .array(z.object({ tag: z.enum(phoneTags).optional(), phone: line(50) }))
    .max(50)
    .optional(),
  addresses: z
    .array(z.object({ tag: z.enum(addressTags).optional(), address: addressSchema }))
    .max(50)
    .optional(),
  labels: z.array(line(100)).max(2000).optional(),
  language: languageTag.nullish(),
  privacyStatus: z.enum(privacyStatuses).optional(),
  customFields: z.array(customFieldSchema).max(100).optional(),
  company: line(1000).nullish(),
  position: line(1000).nullish(),
  birthdate: z.iso.date().nullish(),
  vatId: line(1000).nullish(),
});

/** What a profile begins with: what could not be saved again is not taken. */
export const givenProfileSchema = identityProfileSchema.extend({
  phones: identityProfileSchema.shape.phones.refine(haveOneMain, "must have one MAIN at most"),
  customFields: identityProfileSchema.shape.customFields.refine(haveDifferentNames, "must have different names"),
});

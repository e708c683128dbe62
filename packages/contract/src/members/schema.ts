import * as z from "zod";
import { addressSchema, customFieldSchema, haveAtMostOneMain, haveUniqueNames } from "../auth/identity/schema.ts";
import { addressTags, phoneTags } from "../auth/state.ts";
import { fieldRules } from "../field-rules.ts";
import { guid, queryList, singleLineText } from "../wire/value-schema.ts";
import { maxPhotoBytes, memberFieldsets } from "./member.ts";

export const getCurrentMemberRequest = z.object({
  query: z.object({ fieldsets: queryList(z.enum(memberFieldsets), 3).optional() }),
});
export const getMemberRequest = getCurrentMemberRequest.extend({ params: z.object({ id: guid }) });

const name = singleLineText(100).nullish();
/** At most 15 digits (ITU-T E.164), with spaces, dots, hyphens, slashes and brackets between them. */
const phoneNumber = singleLineText(50)
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^\+?[(]?\d(?:[ ()./-]*\d){2,14}$/, fieldRules.PHONE));

/** Country names of the runtime: `undefined` for unknown codes. */
const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== "ZZ" && regions.of(code) !== undefined;
const address = addressSchema.extend({
  country: z.string().refine(isCountry, fieldRules.COUNTRY).nullish(),
});

const maxEntries = 50;
const customFields = z.array(customFieldSchema).max(100).refine(haveUniqueNames, fieldRules.DIFFERENT_NAMES);

const privacyStatus = z.enum(["PRIVATE", "PUBLIC"]).optional();

/** Writable properties of a member; others are ignored. */
export const memberChangesSchema = z.object({
  profile: z.object({ nickname: name, title: name }).nullish(),
  contact: z
    .object({
      firstName: name,
      lastName: name,
      phones: z.array(phoneNumber).max(maxEntries).nullish(),
      addresses: z.array(address).max(maxEntries).nullish(),
      birthdate: z.iso.date().nullish(),
      company: name,
      jobTitle: name,
      customFields: z
        .record(z.string().max(200), customFieldSchema)
        .refine((fields) => Object.keys(fields).length <= 100, "must have at most 100 fields")
        .nullish(),
    })
    .nullish(),
  privacyStatus,
});

export const updateMemberRequest = z.object({
  params: z.object({ memberId: guid }),
  body: z.object({ member: memberChangesSchema }),
});

export const updateMemberDetailsRequest = z.object({
  body: z.object({
    details: z.object({
      phones: z
        .array(z.object({ tag: z.enum(phoneTags).optional(), phone: phoneNumber }))
        .max(maxEntries)
        .refine(haveAtMostOneMain, "must have one MAIN at most")
        .optional(),
      addresses: z
        .array(z.object({ tag: z.enum(addressTags).optional(), address }))
        .max(maxEntries)
        .optional(),
      customFields: customFields.optional(),
      privacyStatus,
    }),
  }),
});

export const setMemberPhotoRequest = z.object({
  body: z.object({ photo: z.base64().max(Math.ceil(maxPhotoBytes / 3) * 4) }),
});

export const memberByIdRequest = z.object({ params: z.object({ id: guid }) });

export const deleteMyMemberRequest = z.object({
  query: z.object({ contentAssigneeId: singleLineText(100).optional() }),
});

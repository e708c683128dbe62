import * as z from "zod";
import { addressSchema, customFieldSchema } from "../auth/identity/schema.ts";
import { addressTags, phoneTags } from "../auth/state.ts";
import { declaredFieldTypes, memberStatuses } from "./member.ts";

const image = z.object({ id: z.string(), url: z.string(), height: z.number(), width: z.number() });

export const memberSchema = z
  .object({
    id: z.guid(),
    loginEmail: z.string().optional(),
    loginEmailVerified: z.boolean().optional(),
    status: z.enum(memberStatuses).optional(),
    contactId: z.guid().optional(),
    privacyStatus: z.enum(["UNKNOWN", "PRIVATE", "PUBLIC"]),
    activityStatus: z.enum(["UNKNOWN", "ACTIVE", "MUTED"]),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    lastLoginDate: z.iso.datetime().optional(),
    profile: z.object({
      nickname: z.string().nullable(),
      slug: z.string().nullable(),
      photo: image.optional(),
      cover: image.optional(),
      title: z.string().optional(),
    }),
    contact: z
      .object({
        contactId: z.guid().optional(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        phones: z.array(z.string()),
        emails: z.array(z.string()),
        addresses: z.array(addressSchema.extend({ id: z.string() })),
        customFields: z.record(z.string(), z.object({ name: z.string(), value: z.unknown() })),
        birthdate: z.string().optional(),
        company: z.string().optional(),
        jobTitle: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: "Member" });

export const memberResponse = z.object({ member: memberSchema });

export const currentMemberResponse = z.object({ member: memberSchema.optional().describe("Absent for a visitor.") });

export const memberStatusResponse = z.object({ member: z.object({ id: z.guid(), status: z.enum(memberStatuses) }) });

export const emptyResponse = z.object({});

const details = z
  .object({
    phones: z.array(z.object({ tag: z.enum(phoneTags), phone: z.string() })),
    addresses: z.array(z.object({ tag: z.enum(addressTags), address: addressSchema })),
    customFields: z.array(customFieldSchema),
    privacyStatus: z.enum(["PRIVATE", "PUBLIC"]),
  })
  .meta({ id: "MemberDetails" });

export const updatedDetailsResponse = z.object({ details });

export const memberDetailsResponse = z.object({
  details,
  declaredFields: z
    .array(z.object({ name: z.string(), type: z.enum(declaredFieldTypes) }))
    .describe("Custom fields declared by the site owner."),
});

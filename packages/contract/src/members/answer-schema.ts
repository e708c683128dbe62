import * as z from "zod";
import { addressSchema } from "../auth/identity-schema.ts";
import { memberStatuses } from "./member.ts";

const image = z.object({ id: z.string(), url: z.string(), height: z.number(), width: z.number() });

const member = z
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
      })
      .optional(),
  })
  .meta({ id: "Member" });

export const memberAnswer = z.object({ member });

export const currentMemberAnswer = z.object({ member: member.optional().describe("Absent for a visitor.") });

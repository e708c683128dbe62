import * as z from "zod";
import { memberStatuses } from "../member.ts";
import { memberSchema } from "../response-schema.ts";
import { memberJobActions, memberJobStatuses } from "./administration.ts";

const metadata = z.object({
  count: z.number(),
  offset: z.number().optional(),
  total: z.number().optional(),
  tooManyToCount: z.boolean().optional(),
  cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }).optional(),
  hasNext: z.boolean().optional(),
});

export const listMembersResponse = z.object({ members: z.array(memberSchema), metadata });
export const queryMembersResponse = listMembersResponse.extend({ pagingMetadata: metadata });

export const bulkDeleteMembersResponse = z.object({
  results: z.array(
    z.object({
      itemMetadata: z.object({
        id: z.string(),
        originalIndex: z.number(),
        success: z.boolean(),
        error: z.object({ code: z.string(), description: z.string() }).optional(),
      }),
    }),
  ),
  bulkActionMetadata: z.object({
    totalSuccesses: z.number(),
    totalFailures: z.number(),
    undetailedFailures: z.number(),
  }),
});

export const bulkMembersByFilterResponse = z.object({ jobId: z.guid() });
export const memberJobResponse = z.object({
  job: z
    .object({
      id: z.guid(),
      action: z.enum(memberJobActions),
      status: z.enum(memberJobStatuses),
      total: z.int(),
      processed: z.int(),
      succeeded: z.number(),
      failed: z.number(),
      createdDate: z.iso.datetime(),
      finishedDate: z.iso.datetime().optional(),
    })
    .meta({ id: "MemberJob" }),
});

export const legacyMemberResponse = z.object({
  member: z.object({ id: z.guid(), status: z.enum(memberStatuses) }),
});
export const sendSetPasswordEmailResponse = z.object({ accepted: z.boolean() });

import * as z from "zod";
import { maxBlogPageSize } from "../../limits.ts";
import { querySchema } from "../../wire/query-schema.ts";
import { guid, queryInteger } from "../../wire/value-schema.ts";
import { memberCandidates, memberVisibilities } from "./community.ts";

/** Maximum length of a text about a member, as JSON. */
const maxAboutLength = 50_000;

const content = z
  .object({ nodes: z.array(z.unknown()) })
  .loose()
  .refine((value) => JSON.stringify(value).length <= maxAboutLength, "must be shorter");

export const createMemberAboutRequest = z.object({
  body: z.object({ memberAbout: z.object({ memberId: guid.optional(), content }) }),
});
export const updateMemberAboutRequest = z.object({
  params: z.object({ aboutId: guid }),
  body: z.object({
    memberAbout: z.object({
      content,
      revision: z
        .string()
        .regex(/^\d{1,9}$/, "must be a revision number")
        .optional(),
    }),
  }),
});
export const memberAboutByIdRequest = z.object({ params: z.object({ id: guid }) });
export const queryMemberAboutsRequest = z.object({ body: z.object({ query: querySchema.nullish() }) });

export const setDefaultPrivacyRequest = z.object({
  body: z.object({
    defaultPrivacy: z.object({ defaultPrivacy: z.enum(["PRIVATE", "PUBLIC"]), revision: z.string().optional() }),
  }),
});
export const setMemberPrivacySettingsRequest = z.object({
  body: z.object({
    memberPrivacySettings: z.object({
      publicMemberVisibility: z.enum(memberVisibilities).optional(),
      publicMemberCandidates: z.enum(memberCandidates).optional(),
      revision: z.string().optional(),
    }),
  }),
});

export const blockMemberForMeRequest = z.object({ body: z.object({ memberId: guid }) });
export const unblockMemberForMeRequest = z.object({ params: z.object({ memberId: guid }) });
export const listMyBlocksRequest = z.object({
  query: z.object({
    cursorPaging: z
      .object({ limit: queryInteger(1, maxBlogPageSize).optional(), cursor: z.string().optional() })
      .optional(),
  }),
});
export const listMemberBlocksRequest = listMyBlocksRequest.extend({ params: z.object({ memberId: guid }) });

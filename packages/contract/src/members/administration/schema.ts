import * as z from "zod";
import { maxBlogPageSize, maxOffset, maxSortFields } from "../../limits.ts";
import { querySchema } from "../../wire/query-schema.ts";
import { guid, queryInteger, queryList, singleLineText } from "../../wire/value-schema.ts";
import { memberFieldsets } from "../member.ts";
import { memberChangesSchema } from "../schema.ts";
import { memberSearchFields } from "./administration.ts";

const fieldsets = queryList(z.enum(memberFieldsets), 3).optional();

const sorting = z
  .array(z.object({ fieldName: z.string().min(1).max(512), order: z.enum(["ASC", "DESC"]).default("ASC") }))
  .max(maxSortFields);

export const listMembersRequest = z.object({
  query: z.object({
    paging: z
      .object({
        limit: queryInteger(1, maxBlogPageSize).optional(),
        offset: queryInteger(0, maxOffset).optional(),
      })
      .optional(),
    fieldsets,
    sorting: sorting.optional(),
  }),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The types of the original client name the order `sorting`, its query builder `sort`. */
const memberQuery = z.preprocess(
  (query) => (isRecord(query) && query.sort == null && query.sorting ? { ...query, sort: query.sorting } : query),
  querySchema,
);

export const queryMembersRequest = z.object({
  body: z.object({
    query: memberQuery.nullish(),
    fieldsets,
    search: z
      .object({
        expression: singleLineText(100).min(1).nullish(),
        fields: z.array(z.enum(memberSearchFields)).max(4).optional(),
      })
      .nullish(),
    returnTotalCount: z.boolean().nullish(),
  }),
});

export const createMemberRequest = z.object({
  body: z.object({ member: memberChangesSchema.extend({ loginEmail: singleLineText(254) }) }),
});

/** As in addresses of pages: letters, digits and hyphens between them. */
const slug = z
  .string()
  .max(60)
  .transform((text) => text.normalize("NFKC").toLowerCase())
  .pipe(
    z
      .string()
      // Normalization can make a text longer.
      .max(60)
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{M}\p{N}]+)*$/u,
        "must be words with hyphens, like ada-lovelace",
      ),
  );
export const updateMySlugRequest = z.object({ body: z.object({ slug }) });
export const updateMemberSlugRequest = updateMySlugRequest.extend({ params: z.object({ id: guid }) });

export const bulkMembersByFilterRequest = z.object({
  body: z.object({
    filter: z.record(z.string(), z.unknown()),
    search: z.object({ expression: singleLineText(100).min(1) }).optional(),
  }),
});
export const bulkDeleteMembersRequest = z.object({ body: z.object({ memberIds: z.array(guid).min(1).max(100) }) });
export const memberJobRequest = z.object({ params: z.object({ jobId: guid }) });

export const legacyMemberRequest = z.object({
  body: z
    .object({ memberId: guid.optional(), email: singleLineText(254).optional() })
    .refine(({ memberId, email }) => (memberId === undefined) !== (email === undefined), {
      error: "must have one of memberId and email",
      params: { violatedRule: "ONE_OF_ALIGNMENT" },
      path: ["memberId"],
    }),
});
export const changeLoginEmailRequest = z.object({
  params: z.object({ id: guid }),
  body: z.object({ newLoginEmail: singleLineText(254) }),
});
export const sendSetPasswordEmailRequest = z.object({
  body: z.object({ email: singleLineText(254), hideIgnoreMessage: z.boolean().optional() }),
});

import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { maxBlogPageSize, maxOffset } from "../../limits.ts";
import { querySchema } from "../../wire/query-schema.ts";
import {
  guid,
  idempotencyKey,
  languageTag,
  queryBoolean,
  queryInteger,
  queryList,
  singleLineText,
} from "../../wire/value-schema.ts";
import { compressedFieldset, postStatuses } from "../posts/post-status.ts";
import { draftActions, draftFieldsets, draftSorts, maxBulkDeletions, maxBulkDrafts } from "./draft-values.ts";

const dateError = "must be a date in ISO 8601, with a time zone";
/** Four-digit years only: PostgreSQL and JavaScript agree on no others. */
const hasYear = (text: string) => {
  const year = new Date(text).getUTCFullYear();
  return !(year < 1 || year > 9999);
};
const date = z.iso.datetime({ offset: true, error: dateError }).refine(hasYear, dateError);

const scheduleError = "must be a date and time in ISO 8601";
/** Without an offset, in the site's time zone. */
const schedule = z.iso.datetime({ offset: true, local: true, error: scheduleError }).refine(hasYear, scheduleError);

const different = <Item extends z.ZodType<string>>(item: Item, maximum: number) =>
  z
    .array(item)
    .max(maximum)
    .refine((list) => new Set(list).size === list.length, fieldRules.DIFFERENT_VALUES);
/** Ids are case-insensitive. */
const differentIds = (maximum: number) => different(guid.toLowerCase(), maximum);

const address = z.string().max(2000);
const size = z.number().int().min(0).max(1_000_000);

export const imageInput = z.object({
  id: singleLineText(500).nullish(),
  url: address.nullish(),
  width: size.nullish(),
  height: size.nullish(),
  altText: singleLineText(1000).nullish(),
  filename: singleLineText(500).nullish(),
});

const frame = z.object({ url: address, width: size, height: size });

const media = z.object({
  wixMedia: z
    .object({
      image: imageInput.nullish(),
      videoV2: z
        .object({
          id: singleLineText(500),
          url: address.optional(),
          filename: singleLineText(500).optional(),
          posters: z
            .array(z.object({ id: singleLineText(500), url: address.optional(), width: size, height: size }))
            .max(10)
            .optional(),
        })
        .nullish(),
    })
    .nullish(),
  embedMedia: z.object({ thumbnail: frame.nullish(), video: frame.nullish() }).nullish(),
  displayed: z.boolean().nullish(),
  custom: z.boolean().nullish(),
  altText: singleLineText(1000).min(1).nullish(),
});

const seoTag = z.object({
  type: singleLineText(100).nullish(),
  props: z.record(z.string(), z.unknown()).nullish(),
  meta: z.record(z.string(), z.unknown()).nullish(),
  children: z.string().max(100_000).nullish(),
  custom: z.boolean().nullish(),
  disabled: z.boolean().nullish(),
});

export const seoDataInput = z.object({
  tags: z.array(seoTag).max(100).nullish(),
  settings: z
    .object({
      preventAutoRedirect: z.boolean().nullish(),
      keywords: z
        .array(
          z.object({
            term: singleLineText(1000).nullish(),
            isMain: z.boolean().nullish(),
            origin: singleLineText(1000).nullish(),
          }),
        )
        .max(5)
        .nullish(),
    })
    .nullish(),
});

/** Writable properties; server-managed ones are ignored. Source: entities.md, DraftPost. */
const draft = z.object({
  title: singleLineText(200).nullish(),
  excerpt: z.string().max(500).nullish(),
  featured: z.boolean().nullish(),
  categoryIds: differentIds(10).nullish(),
  memberId: guid.nullish(),
  authors: different(singleLineText(100).min(1), 10).nullish(),
  hashtags: different(singleLineText(100).min(1), 100).nullish(),
  membersOnly: z.boolean().nullish(),
  commentingEnabled: z.boolean().nullish(),
  heroImage: imageInput.nullish(),
  tagIds: differentIds(30).nullish(),
  relatedPostIds: differentIds(3).nullish(),
  pricingPlanIds: differentIds(100).nullish(),
  language: languageTag.nullish(),
  /** The store validates the nodes individually. */
  richContent: z.looseObject({ nodes: z.array(z.unknown()) }).nullish(),
  /** The same as base64 of raw deflate of its JSON. Exclusive with `richContent`. */
  richContentCompressed: z.base64().nullish(),
  firstPublishedDate: date.nullish(),
  seoData: seoDataInput.nullish(),
  seoSlug: singleLineText(100).nullish(),
  media: media.nullish(),
  previewTextParagraph: z.number().int().min(0).max(1_000_000).nullish(),
});
/** Properties that a mask may name. */
export const draftMembers: readonly string[] = Object.keys(draft.shape);
/** A validated draft. */
export type ParsedDraft = z.output<typeof draft>;

const newDraft = draft.extend({ translationId: guid.nullish() });
const changedDraft = draft.extend({
  revision: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, "must be a revision that the server has returned")
    .nullish(),
});

const fieldsets = z.array(z.enum(draftFieldsets)).max(10).nullish();
const queryFieldsets = queryList(z.enum(draftFieldsets), 10).optional();
const id = z.string().min(1).max(38);
const params = z.object({ draftPostId: id });

export const createDraftPostRequest = z.object({
  body: z.object({ draftPost: newDraft, publish: z.boolean().nullish(), fieldsets, idempotencyKey }),
});

const oneFieldsets = queryList(z.enum([...draftFieldsets, compressedFieldset]), 10).optional();
export const getDraftPostRequest = z.object({ params, query: z.object({ fieldsets: oneFieldsets }) });

const action = z.enum(draftActions).nullish();
const rejectionReason = z.string().max(1000).nullish();

export const updateDraftPostRequest = z.object({
  params,
  body: z.object({
    draftPost: changedDraft,
    action,
    scheduledPublishDate: schedule.nullish(),
    rejectionReason,
    fieldsets,
    idempotencyKey,
  }),
});

export const draftPostByIdRequest = z.object({ params });

export const deleteDraftPostRequest = z.object({ params, query: z.object({ permanent: queryBoolean.optional() }) });

export const bulkDeleteDraftPostsRequest = z.object({
  query: z.object({
    postIds: queryList(id, maxBulkDeletions).refine((ids) => ids.length > 0, {
      error: "must name at least one post",
      params: { violatedRule: "MIN_SIZE" },
    }),
    permanent: queryBoolean.optional(),
  }),
});

const paging = z
  .object({
    limit: queryInteger(1, maxBlogPageSize).optional(),
    offset: queryInteger(0, maxOffset).optional(),
    /** Longer than 2000 if it contains a list of ids. */
    cursor: z.string().max(8000).optional(),
  })
  .optional();

const list = {
  language: languageTag.optional(),
  sort: z.enum(draftSorts).optional(),
  paging,
  fieldsets: queryFieldsets,
};

export const listDraftPostsRequest = z.object({
  query: z.object({ status: z.enum(postStatuses).optional(), ...list }),
});

export const listDeletedDraftPostsRequest = z.object({
  query: z.object({ draftPostIds: queryList(guid, 100).optional(), ...list }),
});

export const queryDraftPostsRequest = z.object({ body: z.object({ query: querySchema.nullish(), fieldsets }) });

export const bulkCreateDraftPostsRequest = z.object({
  body: z.object({
    draftPosts: z.array(newDraft).min(1).max(maxBulkDrafts),
    publish: z.boolean().nullish(),
    returnFullEntity: z.boolean().nullish(),
    fieldsets,
  }),
});

export const bulkUpdateDraftPostsRequest = z.object({
  body: z.object({
    draftPosts: z
      .array(
        z.object({
          draftPost: changedDraft.extend({ id }),
          fieldMask: z.array(singleLineText(100)).max(100).nullish(),
        }),
      )
      .min(1)
      .max(maxBulkDrafts),
    action,
    scheduledPublishDate: schedule.nullish(),
    rejectionReason,
    returnFullEntity: z.boolean().nullish(),
    fieldsets,
  }),
});

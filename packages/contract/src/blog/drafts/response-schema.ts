import * as z from "zod";
import { postStatuses } from "../posts/post-status.ts";
import { image, metaData, pageUrl, pagingMetadata, richContent, seoData } from "../posts/response-schema.ts";
import { draftOrigins, moderationStatuses } from "./draft-values.ts";

const frame = z.object({ url: z.string(), width: z.number(), height: z.number() });

const video = z.object({
  id: z.string(),
  url: z.string().optional(),
  filename: z.string().optional(),
  posters: z
    .array(z.object({ id: z.string(), url: z.string().optional(), width: z.number(), height: z.number() }))
    .optional(),
});

const media = z
  .object({
    wixMedia: z.object({ image: image.optional(), videoV2: video.optional() }).optional(),
    embedMedia: z.object({ thumbnail: frame.optional(), video: frame.optional() }).optional(),
    displayed: z.boolean(),
    custom: z.boolean(),
    altText: z.string().nullish(),
  })
  .meta({ id: "PostMedia" });

const date = z.iso.datetime();

const draftPost = z
  .object({
    id: z.guid(),
    title: z.string(),
    excerpt: z
      .string()
      .optional()
      .describe("The writer's, or the beginning of the text with the fieldset GENERATED_EXCERPT."),
    slug: z.string(),
    seoSlug: z.string().optional().describe("The requested slug."),
    featured: z.boolean(),
    pinned: z.boolean(),
    categoryIds: z.array(z.guid()),
    tagIds: z.array(z.guid()),
    hashtags: z.array(z.string()),
    relatedPostIds: z.array(z.guid()),
    pricingPlanIds: z.array(z.guid()),
    commentingEnabled: z.boolean(),
    membersOnly: z.boolean(),
    minutesToRead: z.int(),
    language: z.string(),
    memberId: z.guid().optional(),
    authors: z.array(z.string()).describe("Names that readers see."),
    translationId: z.guid().optional(),
    heroImage: image.optional(),
    media: media.optional(),
    previewTextParagraph: z.int().optional(),
    seoData,
    status: z.enum(postStatuses),
    hasUnpublishedChanges: z.boolean().describe("Whether a published post has unpublished changes."),
    revision: z.string().describe("Changes with every update."),
    changeOrigin: z.enum(draftOrigins),
    moderationDetails: z
      .object({
        submittedBy: z.guid().optional(),
        submittedDate: date.optional(),
        status: z.enum(moderationStatuses).optional(),
        moderatedBy: z.guid().optional(),
        rejectionReason: z.string().optional(),
        moderationDate: date.optional(),
      })
      .optional(),
    createdDate: date,
    editedDate: date,
    firstPublishedDate: date.optional(),
    lastPublishedDate: date.optional(),
    scheduledPublishDate: date.optional(),
    url: pageUrl.optional().describe("With the fieldset URL."),
    richContent: richContent.optional().describe("With the fieldset RICH_CONTENT."),
    richContentCompressed: z
      .base64()
      .optional()
      .describe("With the fieldset RICH_CONTENT_COMPRESSED: raw deflate of the same as JSON."),
    contentText: z.string().optional().describe("With the fieldset CONTENT."),
  })
  .meta({ id: "DraftPost", description: "A post as seen by its writers." });

const revision = z
  .object({
    revision: z.string(),
    createdDate: date,
    title: z.string(),
    status: z.enum(postStatuses),
    changeOrigin: z.enum(draftOrigins),
  })
  .meta({ id: "PostRevision", description: "A stored version of a post." });

export const listRevisionsResponse = z.object({ revisions: z.array(revision), metaData });
export const revisionResponse = z.object({ revision: revision.extend({ draftPost }) });
export const draftResponse = z.object({ draftPost });
export const publishedResponse = z.object({ postId: z.guid() });
export const listDraftsResponse = z.object({ draftPosts: z.array(draftPost), metaData });
export const queryDraftsResponse = z.object({ draftPosts: z.array(draftPost), pagingMetadata });
export const bulkDraftsResponse = z.object({
  results: z.array(
    z.object({
      itemMetadata: z.object({
        id: z.string().optional(),
        originalIndex: z.int(),
        success: z.boolean(),
        error: z
          .object({ code: z.string(), description: z.string(), data: z.record(z.string(), z.unknown()) })
          .optional(),
      }),
      item: draftPost.optional(),
    }),
  ),
  bulkActionMetadata: z.object({ totalSuccesses: z.int(), totalFailures: z.int(), undetailedFailures: z.int() }),
});

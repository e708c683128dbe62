import * as z from "zod";
import { maxBlogPageSize } from "../../limits.ts";
import { languageTag, queryInteger, queryList } from "../../wire/value-schema.ts";
import { postFieldsets } from "../posts/post-status.ts";
import { pagingMetadata, post } from "../posts/response-schema.ts";

/** Maximum results of a search: the newest matching posts. */
export const maxSearchResults = 1000;

export const searchPostsRequest = z.object({
  query: z.object({
    expression: z.string().trim().min(1).max(200),
    language: languageTag.optional(),
    paging: z
      .object({
        limit: queryInteger(1, maxBlogPageSize).optional(),
        offset: queryInteger(0, maxSearchResults).optional(),
      })
      .optional(),
    fieldsets: queryList(z.enum(postFieldsets), 20).optional(),
  }),
});

export const getPostsAroundRequest = z.object({
  params: z.object({ postId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets: queryList(z.enum(postFieldsets), 20).optional() }),
});

export const getPostPreviewRequest = z.object({ query: z.object({ token: z.string().min(1).max(1000) }) });

export const getPostsAroundResponse = z.object({
  previous: post.optional().describe("The post published just before."),
  next: post.optional().describe("The post published just after."),
  related: z.array(post).describe("Up to three."),
});

const searchedText = z
  .array(z.object({ text: z.string(), found: z.literal(true).optional() }))
  .meta({ id: "SearchedText", description: "Plain text in segments; matches are marked as found." });

export const searchPostsResponse = z.object({
  results: z.array(z.object({ post, title: searchedText, passage: searchedText })),
  pagingMetadata,
});

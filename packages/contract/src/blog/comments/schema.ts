import * as z from "zod";
import { guid, queryInteger } from "../../wire/value-schema.ts";
import {
  commentObstacles,
  commentStates,
  commentStatuses,
  maxCommentLength,
  maxModeratedComments,
  maxThreadCount,
} from "./comment.ts";

const text = z
  .string()
  .max(maxCommentLength)
  .refine((value) => value.trim() !== "", "must not be empty");
const params = z.object({ commentId: z.string() });
const cursor = z.string().max(38).optional();

export const listCommentsRequest = z.object({
  query: z.object({
    postId: z.string(),
    limit: queryInteger(1, maxThreadCount).optional(),
    cursor,
    commentId: z.string().optional(),
  }),
});
export const createCommentRequest = z.object({
  body: z.object({ postId: z.string(), parentId: z.string().optional(), text }),
});
export const updateCommentRequest = z.object({ params, body: z.object({ text }) });
export const replyToCommentRequest = updateCommentRequest;
export const commentRequest = z.object({ params });
export const queryCommentsRequest = z.object({
  body: z.object({
    state: z.enum(commentStates).optional(),
    search: z.string().max(100).optional(),
    postId: guid.optional(),
    memberId: guid.optional(),
    limit: z.int().min(1).max(maxModeratedComments).optional(),
    cursor,
  }),
});
export const setCommentStatusRequest = z.object({
  body: z.object({ commentIds: z.array(guid).min(1).max(maxModeratedComments), status: z.enum(commentStatuses) }),
});

const comment = z.object({
  id: z.guid(),
  postId: z.guid(),
  threadId: z.guid().meta({ description: "The first comment of the thread." }),
  parentId: z.guid().optional().meta({ description: "The comment that this one replies to." }),
  author: z
    .object({
      name: z.string().optional(),
      memberId: z.guid().optional().meta({ description: "Absent for imported comments and staff replies." }),
      slug: z.string().optional().meta({ description: "Name of the profile page, if the profile is public." }),
      photoUrl: z.string().optional(),
      isPostAuthor: z.boolean().optional(),
      isTeam: z.boolean().optional().meta({ description: "Whether it is a staff reply." }),
    })
    .meta({ description: "Empty for deleted comments." }),
  text: z.string(),
  status: z.enum(commentStatuses),
  createdDate: z.iso.datetime(),
  editedDate: z.iso.datetime().optional(),
  isOwn: z.boolean().optional().meta({ description: "Whether the reader wrote it." }),
});
const readComment = comment.meta({ id: "Comment", description: "A comment on a post, for one reader." });

export const commentResponse = z.object({ comment: readComment });
export const listCommentsResponse = z.object({
  comments: z.array(readComment),
  nextCursor: z.string().optional(),
  total: z.int().min(0).meta({ description: "Published comments of the post." }),
  obstacle: z.enum(commentObstacles).optional().meta({ description: "Why the reader may not comment." }),
});
const moderatedComment = comment
  .extend({ reports: z.int().min(0), post: z.object({ title: z.string(), slug: z.string() }) })
  .meta({ id: "ModeratedComment" });
export const replyToCommentResponse = z.object({ comment: moderatedComment });
export const queryCommentsResponse = z.object({
  comments: z.array(moderatedComment),
  nextCursor: z.string().optional(),
  counts: z.object({ pending: z.int().min(0), reported: z.int().min(0) }),
});
export const setCommentStatusResponse = z.object({
  results: z.array(z.object({ commentId: z.guid(), previousStatus: z.enum(commentStatuses) })),
});

import type { Conversion } from "../../wire/conversion-rules.ts";

const dates = ["createdDate", "editedDate"];
export const oneComment: Conversion = { response: { timestamp: dates.map((name) => `comment.${name}`) } };
export const manyComments: Conversion = { response: { timestamp: dates.map((name) => `comments.${name}`) } };

/** Who may comment on posts, and which comments are published at once. */
export const commentsValues = ["off", "approve-all", "approve-first", "on"] as const;
/** A value of the setting `comments`. */
export type CommentsSetting = (typeof commentsValues)[number];

/** Maximum length of a comment in UTF-16 code units. */
export const maxCommentLength = 5_000;
/** Maximum number of comments that a thread accepts. */
export const maxThreadLength = 200;
/** Threads of a page, by default. */
export const defaultThreadCount = 20;
export const maxThreadCount = 50;
/** Comments of one decision. */
export const maxModeratedComments = 100;

/** `PENDING`: waits for approval. `SPAM` and `DELETED` are not shown; a deleted one with replies stays without text. */
export const commentStatuses = ["PUBLISHED", "PENDING", "SPAM", "DELETED"] as const;
/** The status of a comment. */
export type CommentStatus = (typeof commentStatuses)[number];

/** Why the reader may not comment. */
export const commentObstacles = ["OFF", "CLOSED", "SIGN_IN", "MUTED", "RESTRICTED"] as const;
/** Why a reader may not comment. */
export type CommentObstacle = (typeof commentObstacles)[number];

/** Which comments a moderator lists. `INBOX`: those that wait or were reported. */
export const commentStates = ["INBOX", "PENDING", "REPORTED", "PUBLISHED", "SPAM", "DELETED", "ALL"] as const;
export type CommentState = (typeof commentStates)[number];

/** The author of a comment. Empty for deleted comments. */
export interface CommentAuthor {
  /** Absent if the member has no name. */
  name?: string;
  /** Absent for imported comments and staff replies. */
  memberId?: string;
  /** Name of the profile page; only for members with a public profile. */
  slug?: string;
  /** Absolute URL. */
  photoUrl?: string;
  isPostAuthor?: boolean;
  /** Whether it is a staff reply; named after the staff account, or else the site. */
  isTeam?: boolean;
}

/** A comment on a post, for one reader. */
export interface Comment {
  id: string;
  postId: string;
  /** The first comment of the thread. */
  threadId: string;
  /** The comment that this one replies to. */
  parentId?: string;
  author: CommentAuthor;
  /** Plain text. Empty if deleted. */
  text: string;
  status: CommentStatus;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** ISO 8601, UTC. */
  editedDate?: string;
  /** Whether the reader wrote it. */
  isOwn?: boolean;
}

/** A comment for moderators. */
export interface ModeratedComment extends Comment {
  /** How many members have reported it. */
  reports: number;
  post: { title: string; slug: string };
}

export type ListCommentsRequest = {
  query: {
    postId: string;
    limit?: number | undefined;
    cursor?: string | undefined;
    /** Id of a comment: the page starts with its thread. Ignored if there is none, and with a cursor. */
    commentId?: string | undefined;
  };
};
export interface ListCommentsResponse {
  /** The newest threads first; each with its replies, oldest first. */
  comments: Comment[];
  /** Of the next page; absent on the last one. */
  nextCursor?: string;
  /** Published comments of the post. */
  total: number;
  /** Absent if the reader may comment. */
  obstacle?: CommentObstacle;
}

export type CreateCommentRequest = { body: { postId: string; parentId?: string | undefined; text: string } };
export type CommentRequest = { params: { commentId: string } };
export type UpdateCommentRequest = CommentRequest & { body: { text: string } };
export interface CommentResponse {
  comment: Comment;
}

export type QueryCommentsRequest = {
  body: {
    /** Default: `INBOX`. */
    state?: CommentState | undefined;
    /** Part of the text or the name. */
    search?: string | undefined;
    postId?: string | undefined;
    memberId?: string | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  };
};
export interface QueryCommentsResponse {
  /** Newest first. */
  comments: ModeratedComment[];
  nextCursor?: string;
  counts: { pending: number; reported: number };
}

export type ReplyToCommentRequest = CommentRequest & { body: { text: string } };
export interface ReplyToCommentResponse {
  comment: ModeratedComment;
}

export type SetCommentStatusRequest = { body: { commentIds: string[]; status: CommentStatus } };
export interface SetCommentStatusResponse {
  /** The comments that the caller may moderate, with their status before. */
  results: { commentId: string; previousStatus: CommentStatus }[];
}

import type { DraftPost } from "../drafts/draft-post.ts";
import type { DraftFieldset, DraftOrigin } from "../drafts/draft-values.ts";
import type { BlogMetaData } from "../posts/post.ts";
import type { PostStatus } from "../posts/post-status.ts";

export type PinDraftPostRequest = { params: { draftPostId: string } };

export type UndoPostChangeRequest = {
  params: { draftPostId: string };
  body: {
    /** The revision that the change resulted in. */
    revision: string;
  };
};

export type CreatePostPreviewRequest = { params: { draftPostId: string } };
/** A link that shows a draft on the site. A Porchlight extension. */
export interface CreatePostPreviewResponse {
  /** Path on the site. Everyone who has it can read the draft. */
  path: string;
  /** ISO 8601, UTC. */
  expiresDate: string;
}

export type ReportPostEditingRequest = {
  params: { draftPostId: string };
  body: {
    /** Whether to become the editor although another person is editing. */
    takeOver?: boolean | undefined;
    /** Whether the caller stops editing. */
    leave?: boolean | undefined;
  };
};
/** Who is editing a post in the console. A Porchlight extension. */
export interface ReportPostEditingResponse {
  /** Absent if the caller is the only one. */
  otherEditor?: {
    /** Empty if unknown. */
    name: string;
    /** ISO 8601, UTC. */
    sinceDate: string;
  };
}

export type TranslateDraftRequest = {
  params: { postId: string };
  body: { language: string; fieldsets?: DraftFieldset[] };
};

/** Names for the authors of a post. A Porchlight extension. */
export interface ListPostAuthorsResponse {
  /** In alphabetical order. */
  authors: string[];
}

/** The languages of posts. A Porchlight extension. */
export interface ListPostLanguagesResponse {
  /** Language tags; the one with most posts first. */
  languages: string[];
}

/** A stored version of a post. A Porchlight extension. */
export interface PostRevision {
  revision: string;
  /** ISO 8601, UTC: when it was saved. */
  createdDate: string;
  title: string;
  status: PostStatus;
  changeOrigin: DraftOrigin;
}

export type ListPostRevisionsRequest = {
  params: { draftPostId: string };
  query?: { paging?: { limit?: number; offset?: number } };
};
export interface ListPostRevisionsResponse {
  revisions: PostRevision[];
  metaData: BlogMetaData;
}

export type GetPostRevisionRequest = { params: { draftPostId: string; revision: string } };
export interface GetPostRevisionResponse {
  /** With the draft of that version, including its content. */
  revision: PostRevision & { draftPost: DraftPost };
}

export type RestorePostRevisionRequest = {
  params: { draftPostId: string; revision: string };
  body: {
    /** The draft's revision as read: the call fails if the draft has changed since. */
    currentRevision?: string | null;
    fieldsets?: DraftFieldset[];
  };
};

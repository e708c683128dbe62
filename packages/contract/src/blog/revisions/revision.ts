import type { DraftPost } from "../drafts/draft-post.ts";
import type { DraftFieldset, DraftOrigin } from "../drafts/draft-values.ts";
import type { BlogMetaData } from "../posts/post.ts";
import type { PostStatus } from "../posts/post-status.ts";

export type PinDraftPostRequest = { params: { draftPostId: string } };

export type TranslateDraftRequest = {
  params: { postId: string };
  body: { language: string; fieldsets?: DraftFieldset[] };
};

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

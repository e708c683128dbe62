import { endpoint } from "../../endpoint.ts";
import type { DraftPost } from "../drafts/draft-post.ts";
import type {
  CreatePostPreviewRequest,
  CreatePostPreviewResponse,
  GetPostRevisionRequest,
  GetPostRevisionResponse,
  ListPostAuthorsResponse,
  ListPostLanguagesResponse,
  ListPostRevisionsRequest,
  ListPostRevisionsResponse,
  PinDraftPostRequest,
  ReportPostEditingRequest,
  ReportPostEditingResponse,
  RestorePostRevisionRequest,
  TranslateDraftRequest,
  UndoPostChangeRequest,
} from "./revision.ts";

type DraftPostResponse = { draftPost: DraftPost };

export const translateDraft = /* @__PURE__ */ endpoint<TranslateDraftRequest, DraftPostResponse>(
  "POST",
  "/blog/v3/multilingual/draft/:postId",
);
export const updateDraftPostLanguage = /* @__PURE__ */ endpoint<TranslateDraftRequest, DraftPostResponse>(
  "POST",
  "/blog/v3/multilingual/update-draft-post-language/:postId",
);
/** The following endpoints are Porchlight extensions. */
export const pinDraftPost = /* @__PURE__ */ endpoint<PinDraftPostRequest, DraftPostResponse>(
  "POST",
  "/blog/v3/draft-posts/:draftPostId/pin",
);
export const unpinDraftPost = /* @__PURE__ */ endpoint<PinDraftPostRequest, DraftPostResponse>(
  "POST",
  "/blog/v3/draft-posts/:draftPostId/unpin",
);
export const listPostRevisions = /* @__PURE__ */ endpoint<ListPostRevisionsRequest, ListPostRevisionsResponse>(
  "GET",
  "/blog/v3/draft-posts/:draftPostId/revisions",
);
export const getPostRevision = /* @__PURE__ */ endpoint<GetPostRevisionRequest, GetPostRevisionResponse>(
  "GET",
  "/blog/v3/draft-posts/:draftPostId/revisions/:revision",
);
export const restorePostRevision = /* @__PURE__ */ endpoint<RestorePostRevisionRequest, DraftPostResponse>(
  "POST",
  "/blog/v3/draft-posts/:draftPostId/revisions/:revision/restore",
);
export const createPostPreview = /* @__PURE__ */ endpoint<CreatePostPreviewRequest, CreatePostPreviewResponse>(
  "POST",
  "/_api/porchlight/v1/blog/draft-posts/:draftPostId/previews",
);
export const undoPostChange = /* @__PURE__ */ endpoint<UndoPostChangeRequest, DraftPostResponse>(
  "POST",
  "/_api/porchlight/v1/blog/draft-posts/:draftPostId/undo",
);
export const reportPostEditing = /* @__PURE__ */ endpoint<ReportPostEditingRequest, ReportPostEditingResponse>(
  "POST",
  "/_api/porchlight/v1/blog/draft-posts/:draftPostId/editing",
);
export const listPostAuthors = /* @__PURE__ */ endpoint<Record<never, never>, ListPostAuthorsResponse>(
  "GET",
  "/_api/porchlight/v1/blog/authors",
);
export const listPostLanguages = /* @__PURE__ */ endpoint<Record<never, never>, ListPostLanguagesResponse>(
  "GET",
  "/_api/porchlight/v1/blog/languages",
);

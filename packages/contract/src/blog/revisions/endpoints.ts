import { endpoint } from "../../endpoint.ts";
import type { DraftPost } from "../drafts/draft-post.ts";
import type {
  GetPostRevisionRequest,
  GetPostRevisionResponse,
  ListPostRevisionsRequest,
  ListPostRevisionsResponse,
  PinDraftPostRequest,
  RestorePostRevisionRequest,
  TranslateDraftRequest,
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

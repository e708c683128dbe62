import { getRevision, readDraft } from "@porchlight/contract/blog/drafts/conversions";
import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import * as endpoints from "@porchlight/contract/blog/revisions/endpoints";
import type {
  CreatePostPreviewResponse,
  ListPostAuthorsResponse,
  ListPostLanguagesResponse,
  ListPostRevisionsRequest,
  ReportPostEditingRequest,
  ReportPostEditingResponse,
  RestorePostRevisionRequest,
  TranslateDraftRequest,
  PostRevision as WireRevision,
} from "@porchlight/contract/blog/revisions/revision";
import type { CallOptions, Transport } from "../transport.ts";
import { draftConverters as converters } from "./draft-media.ts";
import type { DraftPost } from "./draft-post.ts";

/** A version of a post. `_createdDate`: ISO 8601, when it was saved. */
export type PostRevision = Omit<WireRevision, "createdDate"> & { _createdDate: string };
/** Options of the calls that translate a draft. */
export type TranslateDraftOptions = TranslateDraftRequest["body"];
/** Options of `reportPostEditing`. */
export type ReportPostEditingOptions = ReportPostEditingRequest["body"];
/** Options of `listPostRevisions`. */
export type ListPostRevisionsOptions = NonNullable<ListPostRevisionsRequest["query"]>;
/** Options of `restorePostRevision`. */
export type RestorePostRevisionOptions = RestorePostRevisionRequest["body"];

type DraftPostResult = Promise<{ draftPost: DraftPost }>;

/** Translations, pins and revisions of posts. */
export function draftLifecycle(transport: Transport) {
  const callOptions = (call?: CallOptions) => ({ ...call, conversion: readDraft, converters });
  return {
    /**
     * Creates a draft in another language with the post's content and `translationId`.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`; `POST_TRANSLATED` if a translation exists, with its `id`. Source:
     * wire.md, Draft posts.
     */
    translateDraft(postId: string, options: TranslateDraftOptions, call?: CallOptions): DraftPostResult {
      return transport.send(endpoints.translateDraft, { params: { postId }, body: options }, callOptions(call));
    },

    /**
     * Sets the language of a post. For a published post it takes effect at the next publication.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`, `POST_TRANSLATED`, `SLUG_TAKEN`. Source: wire.md, Draft posts.
     */
    updateDraftPostLanguage(postId: string, options: TranslateDraftOptions, call?: CallOptions): DraftPostResult {
      return transport.send(
        endpoints.updateDraftPostLanguage,
        { params: { postId }, body: options },
        callOptions(call),
      );
    },

    /**
     * Pins a post to the top of the feed immediately. A Porchlight extension. @throws {PorchlightError}
     * `POST_NOT_FOUND`.
     */
    pinDraftPost(draftPostId: string, call?: CallOptions): DraftPostResult {
      return transport.send(endpoints.pinDraftPost, { params: { draftPostId } }, callOptions(call));
    },

    /** Unpins a post. A Porchlight extension. @throws {PorchlightError} `POST_NOT_FOUND`. */
    unpinDraftPost(draftPostId: string, call?: CallOptions): DraftPostResult {
      return transport.send(endpoints.unpinDraftPost, { params: { draftPostId } }, callOptions(call));
    },

    /**
     * Creates a link that shows the saved draft on the site for 30 minutes. A Porchlight extension.
     *
     * @returns The path on the site.
     * @throws {PorchlightError} `POST_NOT_FOUND`.
     */
    createPostPreview(draftPostId: string, call?: CallOptions): Promise<CreatePostPreviewResponse> {
      return transport.send(endpoints.createPostPreview, { params: { draftPostId } }, { ...call });
    },

    /**
     * Makes a post what it was before an editor published, scheduled or unpublished it, within an hour. A Porchlight
     * extension.
     *
     * @param revision The one that the change resulted in.
     * @throws {PorchlightError} `NOT_ALLOWED`, `POST_NOT_FOUND`, `SLUG_TAKEN`; `POST_CHANGED` if the post has changed
     * since, or the change cannot be undone.
     */
    undoPostChange(draftPostId: string, revision: string, call?: CallOptions): DraftPostResult {
      const request = { params: { draftPostId }, body: { revision } };
      return transport.send(endpoints.undoPostChange, request, callOptions(call));
    },

    /**
     * Reports that the caller is editing a post, at least every 45 seconds. For staff. A Porchlight extension.
     *
     * @returns The other person who is editing it, if any.
     * @throws {PorchlightError} `NOT_ALLOWED`, `POST_NOT_FOUND`.
     */
    reportPostEditing(
      draftPostId: string,
      options: ReportPostEditingOptions = {},
      call?: CallOptions,
    ): Promise<ReportPostEditingResponse> {
      return transport.send(endpoints.reportPostEditing, { params: { draftPostId }, body: options }, { ...call });
    },

    /** Lists the names on posts and of the staff who write, up to 500. A Porchlight extension. */
    listPostAuthors(call?: CallOptions): Promise<ListPostAuthorsResponse> {
      return transport.send(endpoints.listPostAuthors, {}, { ...call });
    },

    /** Lists the languages of posts, including drafts; the one with most posts first. A Porchlight extension. */
    listPostLanguages(call?: CallOptions): Promise<ListPostLanguagesResponse> {
      return transport.send(endpoints.listPostLanguages, {}, { ...call });
    },

    /**
     * Lists the stored revisions of a post, newest first. A Porchlight extension.
     *
     * @param options `paging.limit` 1 to 100, default 50.
     * @throws {PorchlightError} `POST_NOT_FOUND`.
     */
    listPostRevisions(
      draftPostId: string,
      options: ListPostRevisionsOptions = {},
      call?: CallOptions,
    ): Promise<{ revisions: PostRevision[]; metaData: BlogMetaData }> {
      const request = { params: { draftPostId }, query: options };
      return transport.send(endpoints.listPostRevisions, request, { ...call });
    },

    /**
     * Gets a revision with its content. A Porchlight extension. @throws {PorchlightError} `POST_NOT_FOUND`,
     * `REVISION_NOT_FOUND`.
     */
    getPostRevision(
      draftPostId: string,
      revision: string,
      call?: CallOptions,
    ): Promise<{ revision: PostRevision & { draftPost: DraftPost } }> {
      const request = { params: { draftPostId, revision } };
      return transport.send(endpoints.getPostRevision, request, {
        ...call,
        conversion: getRevision,
        converters,
      });
    },

    /**
     * Restores a revision as a regular change; slug, language and status stay. A Porchlight extension.
     *
     * @param options `currentRevision`: the draft's revision as read; the call fails if the draft has changed since.
     * @throws {PorchlightError} `POST_NOT_FOUND`, `REVISION_NOT_FOUND`, `POST_CHANGED`.
     */
    restorePostRevision(
      draftPostId: string,
      revision: string,
      options: RestorePostRevisionOptions = {},
      call?: CallOptions,
    ): DraftPostResult {
      const request = { params: { draftPostId, revision }, body: options };
      return transport.send(endpoints.restorePostRevision, request, callOptions(call));
    },
  };
}

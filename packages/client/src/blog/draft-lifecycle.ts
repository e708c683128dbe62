import { getRevision, readDraft } from "@porchlight/contract/blog/drafts/conversions";
import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import * as endpoints from "@porchlight/contract/blog/revisions/endpoints";
import type {
  ListPostRevisionsRequest,
  RestorePostRevisionRequest,
  TranslateDraftRequest,
  PostRevision as WireRevision,
} from "@porchlight/contract/blog/revisions/revision";
import type { CallOptions, Transport } from "../transport.ts";
import { draftConverters as converters } from "./draft-media.ts";
import type { DraftPost } from "./draft-post.ts";

/** What a post was after a change. `_createdDate`: ISO 8601, when the change was saved. */
export type PostRevision = Omit<WireRevision, "createdDate"> & { _createdDate: string };
/** Options of the calls that translate a draft. */
export type TranslateDraftOptions = TranslateDraftRequest["body"];
/** Options of `listPostRevisions`. */
export type ListPostRevisionsOptions = NonNullable<ListPostRevisionsRequest["query"]>;
/** Options of `restorePostRevision`. */
export type RestorePostRevisionOptions = RestorePostRevisionRequest["body"];

type DraftPostResult = Promise<{ draftPost: DraftPost }>;

/** What becomes of posts beside writing and publishing them. */
export function draftLifecycle(transport: Transport) {
  const callOptions = (call?: CallOptions) => ({ ...call, conversion: readDraft, converters });
  return {
    /**
     * Begins a translation: a draft in another language with all that the post has, and with the same `translationId`.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`; `POST_TRANSLATED` when there is one, with its `id`. Source: wire.md, Draft posts.
     */
    translateDraft(postId: string, options: TranslateDraftOptions, call?: CallOptions): DraftPostResult {
      return transport.send(endpoints.translateDraft, { params: { postId }, body: options }, callOptions(call));
    },

    /**
     * Says which language a post is in. Of a published post it waits until it is published again.
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

    /** Pins a post to the beginning of the feed, at once. An addition of Porchlight. @throws {PorchlightError} `POST_NOT_FOUND`. */
    pinDraftPost(draftPostId: string, call?: CallOptions): DraftPostResult {
      return transport.send(endpoints.pinDraftPost, { params: { draftPostId } }, callOptions(call));
    },

    /** Takes the pin away. An addition of Porchlight. @throws {PorchlightError} `POST_NOT_FOUND`. */
    unpinDraftPost(draftPostId: string, call?: CallOptions): DraftPostResult {
      return transport.send(endpoints.unpinDraftPost, { params: { draftPostId } }, callOptions(call));
    },

    /**
     * Reads what a post was after each change that is kept, the newest first. An addition of Porchlight.
     *
     * @param options `paging.limit` 1 to 100, 50 unless given.
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

    /** Reads what a post was, with its text. An addition of Porchlight. @throws {PorchlightError} `POST_NOT_FOUND`, `REVISION_NOT_FOUND`. */
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
     * Makes a post what it was, as a change like others; slug, language and status stay. An addition of Porchlight.
     *
     * @param options `currentRevision`: the draft's as it was read; the call is refused when somebody else was quicker.
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

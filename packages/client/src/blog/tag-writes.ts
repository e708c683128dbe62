import * as conversions from "@porchlight/contract/blog/posts/conversions";
import * as endpoints from "@porchlight/contract/blog/taxonomy/endpoints";
import type { CreateTagRequest, MergeTagRequest, UpdateTagRequest } from "@porchlight/contract/blog/taxonomy/taxonomy";
import type { CallOptions, Transport } from "../transport.ts";
import { draftConverters as converters } from "./draft-media.ts";
import type { Tag } from "./post.ts";

/** Options of `tags.createTag`. `coverImage`: `wix:image://…`, or a URL of another site. */
export type CreateTagOptions = Omit<CreateTagRequest["body"], "label" | "coverImage"> & { coverImage?: string | null };
/** Options of `tags.updateTag`. */
export type WriteTagOptions = Omit<UpdateTagRequest["body"], "tag">;
/** Writable properties of a tag. `coverImage`: `wix:image://…`, or a URL of another site. */
export type TagInput = Omit<UpdateTagRequest["body"]["tag"], "coverImage"> & { coverImage?: string | null };

/** Write calls for tags. Require an API key of role `editor` or `admin`; otherwise `NOT_ALLOWED`. */
export function tagWrites(transport: Transport) {
  const conversion = conversions.writeTag;
  return {
    /**
     * Creates a tag.
     *
     * @param options `slug`: default derived from the label; `language`: default the site's.
     * @throws {PorchlightError} `SLUG_TAKEN`, `LABEL_TAKEN`; violations of `label` and others. Source: wire.md, Tags.
     */
    createTag(label: string, options: CreateTagOptions = {}, call?: CallOptions): Promise<{ tag: Tag }> {
      const request = { body: { label, ...options } } as CreateTagRequest;
      return transport.send(endpoints.createTag, request, { ...call, conversion, converters });
    },

    /**
     * Updates a tag; omitted properties stay, `null` clears them. A Porchlight extension.
     *
     * @throws {PorchlightError} `TAG_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`.
     */
    updateTag(_id: string, tag: TagInput, options: WriteTagOptions = {}, call?: CallOptions): Promise<{ tag: Tag }> {
      const request = { params: { tagId: _id }, body: { tag, ...options } } as UpdateTagRequest;
      return transport.send(endpoints.updateTag, request, { ...call, conversion, converters });
    },

    /** Deletes a tag; its posts and drafts remain without it. @throws {PorchlightError} `TAG_NOT_FOUND`. */
    async deleteTag(tagId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteTag, { params: { tagId } }, { ...call });
    },

    /**
     * Moves posts and drafts to another tag, redirects the page there and deletes the tag. A Porchlight extension.
     *
     * @returns The target tag.
     * @throws {PorchlightError} `TAG_NOT_FOUND`; a violation of `targetTagId`.
     */
    mergeTag(
      tagId: string,
      targetTagId: string,
      options: WriteTagOptions = {},
      call?: CallOptions,
    ): Promise<{ tag: Tag }> {
      const request: MergeTagRequest = { params: { tagId }, body: { targetTagId, ...options } };
      return transport.send(endpoints.mergeTag, request, { ...call, conversion, converters });
    },
  };
}

import * as conversions from "@porchlight/contract/blog/taxonomy/conversions";
import * as endpoints from "@porchlight/contract/blog/taxonomy/endpoints";
import type { CreateTagRequest, MergeTagRequest, UpdateTagRequest } from "@porchlight/contract/blog/taxonomy/taxonomy";
import type { CallOptions, Transport } from "../transport.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Tag } from "./post.ts";

/** Options of `tags.createTag`. */
export type CreateTagOptions = Omit<CreateTagRequest["body"], "label">;
/** Options of `tags.updateTag`. */
export type WriteTagOptions = Omit<UpdateTagRequest["body"], "tag">;
/** What writers settle of a tag. */
export type TagInput = UpdateTagRequest["body"]["tag"];

/** Writing tags. For programs with an API key of role `editor` or `admin`; everyone else is answered `NOT_ALLOWED`. */
export function tagWrites(transport: Transport) {
  const conversion = conversions.writeTag;
  return {
    /**
     * Makes a tag.
     *
     * @param options `slug`: made from the label unless given; `language`: the site's unless given.
     * @throws {PorchlightError} `SLUG_TAKEN`, `LABEL_TAKEN`; violations of `label` and the like. Source: wire.md, Tags.
     */
    createTag(label: string, options: CreateTagOptions = {}, call?: CallOptions): Promise<{ tag: Tag }> {
      const request = { body: { label, ...options } };
      return transport.send(endpoints.createTag, request, { ...call, conversion, converters });
    },

    /**
     * Changes a tag: what is left out stays. An addition of Porchlight.
     *
     * @throws {PorchlightError} `TAG_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`.
     */
    updateTag(_id: string, tag: TagInput, options: WriteTagOptions = {}, call?: CallOptions): Promise<{ tag: Tag }> {
      const request: UpdateTagRequest = { params: { tagId: _id }, body: { tag, ...options } };
      return transport.send(endpoints.updateTag, request, { ...call, conversion, converters });
    },

    /** Removes a tag; its posts and drafts stay, without it. @throws {PorchlightError} `TAG_NOT_FOUND`. */
    async deleteTag(tagId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteTag, { params: { tagId } }, { ...call });
    },

    /**
     * Gives the posts and drafts of a tag to another, lets its page lead there, and removes it. An addition of Porchlight.
     *
     * @returns The other.
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

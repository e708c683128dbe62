import * as conversions from "@porchlight/contract/blog/conversions";
import * as endpoints from "@porchlight/contract/blog/endpoints";
import type { GetTagRequest } from "@porchlight/contract/blog/post";
import type { CallOptions, Transport } from "../transport.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Tag } from "./post.ts";

export type GetTagOptions = NonNullable<GetTagRequest["query"]>;

/** Tags of the blog. */
export function tags(transport: Transport) {
  return {
    /**
     * Reads one tag; the answer is the tag itself.
     *
     * @throws {PorchlightError} `TAG_NOT_FOUND`. Source: wire.md, Tags.
     */
    async getTag(tagId: string, options: GetTagOptions = {}, call?: CallOptions): Promise<Tag> {
      const request = { params: { tagId }, query: options };
      const answer: { tag: Tag } = await transport.send(endpoints.getTag, request, {
        ...call,
        conversion: conversions.getTag,
        converters,
      });
      return answer.tag;
    },
  };
}

import type { Category as WireCategory, Post as WirePost, Tag as WireTag } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";

export type { BlogMetaData, PostMetrics } from "@porchlight/contract/blog/posts/post";
export type { PostFieldset, PostSort, PostStatus } from "@porchlight/contract/blog/posts/post-status";
export type {
  Decoration,
  Link,
  RichContent,
  RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";

/** A published post. Parts of a fieldset are present if it was requested. Source: spec §3, "Blog post". */
export type Post = Omit<
  WirePost,
  "id" | "firstPublishedDate" | "lastPublishedDate" | "heroImage" | "media" | "url" | "richContentCompressed"
> & {
  _id: string;
  firstPublishedDate: Date;
  lastPublishedDate: Date;
  /** `wix:image://v1/{id}/{name}#originWidth={pixels}&originHeight={pixels}` */
  heroImage?: string;
  media?: { wixMedia?: { image?: string; videoV2?: string }; displayed: boolean; custom: boolean; altText?: string };
  /** Fieldset URL. */
  url?: string;
  /** Fieldset RICH_CONTENT_COMPRESSED; `decompressRichContent` reads it. */
  richContentCompressed?: Uint8Array;
};

/** A category of the blog. */
export type Category = Omit<WireCategory, "id" | "createdDate" | "updatedDate" | "url" | "coverImage"> & {
  _id: string;
  /** ISO 8601: the contract does not convert this one. */
  _createdDate: string;
  _updatedDate: Date;
  /** `wix:image://…` */
  coverImage?: string;
  /** Fieldset URL. */
  url?: string;
};

/** A tag of the blog. */
export type Tag = Omit<WireTag, "id" | "createdDate" | "updatedDate" | "url" | "coverImage"> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  /** `wix:image://…`. A Porchlight extension, as `description`. */
  coverImage?: string;
  /** Fieldset URL. */
  url?: string;
};

/** Compresses content for `richContentCompressed` of drafts: raw deflate of its JSON. Source: RFC 1951. */
export async function compressRichContent(content: RichContent): Promise<Uint8Array> {
  return new Uint8Array(await through(JSON.stringify(content), new CompressionStream("deflate-raw")).arrayBuffer());
}

/**
 * Decompresses `richContentCompressed` of a post.
 *
 * @throws {TypeError} if it is not raw deflate.
 * @throws {SyntaxError} if it is not JSON.
 */
export async function decompressRichContent(compressed: Uint8Array): Promise<RichContent> {
  return through(compressed as Uint8Array<ArrayBuffer>, new DecompressionStream("deflate-raw")).json();
}

function through(content: BlobPart, stream: CompressionStream | DecompressionStream): Response {
  return new Response(new Blob([content]).stream().pipeThrough(stream));
}

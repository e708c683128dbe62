import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";

/** A text as `richContentCompressed` of drafts takes it: raw deflate of its JSON. Source: RFC 1951. */
export async function compressRichContent(content: RichContent): Promise<Uint8Array> {
  return new Uint8Array(await through(JSON.stringify(content), new CompressionStream("deflate-raw")).arrayBuffer());
}

/**
 * The text in `richContentCompressed` of a post.
 *
 * @throws {TypeError} for what is not raw deflate.
 * @throws {SyntaxError} for what is not JSON.
 */
export async function decompressRichContent(compressed: Uint8Array): Promise<RichContent> {
  return through(compressed as Uint8Array<ArrayBuffer>, new DecompressionStream("deflate-raw")).json();
}

function through(content: BlobPart, stream: CompressionStream | DecompressionStream): Response {
  return new Response(new Blob([content]).stream().pipeThrough(stream));
}

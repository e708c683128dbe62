import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRawSync } from "node:zlib";
import { maxDraftBytes } from "@porchlight/contract/blog/drafts/draft-values";
import { type CompressedFieldset, compressedFieldset } from "@porchlight/contract/blog/posts/post-status";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { documentJson, parseJsonObject } from "../../platform/http/parse-json.ts";

/** A document as `richContentCompressed` holds it: base64 of raw deflate of its JSON. */
export function compressRichContent(content: RichContent): string {
  return deflateRawSync(JSON.stringify(content)).toString("base64");
}

const deflate = promisify(deflateRaw);

/** What is read of a post for these fieldsets, and what is told of that. */
export function splitFieldsets<Fieldset extends string>(requested: readonly (Fieldset | CompressedFieldset)[] = []) {
  const plain = requested.filter((fieldset): fieldset is Fieldset => fieldset !== compressedFieldset);
  const isCompressed = plain.length < requested.length;
  const richContent = "RICH_CONTENT" as Fieldset;
  const includesPlain = plain.includes(richContent);
  return {
    fieldsets: isCompressed && !includesPlain ? [...plain, richContent] : plain,
    /** The post as JSON text, with its text as it was asked for. */
    serialize: async (json: string): Promise<string> => (isCompressed ? compressText(json, includesPlain) : json),
  };
}

async function compressText(json: string, includesPlain: boolean): Promise<string> {
  const { richContent, ...post } = JSON.parse(json);
  const compressed = (await deflate(JSON.stringify(richContent))).toString("base64");
  return JSON.stringify({ ...post, ...(includesPlain && { richContent }), richContentCompressed: compressed });
}

/**
 * The document in `richContentCompressed`, not checked further than that it is an object.
 *
 * @param field Where it is in the request.
 * @throws {InvalidArguments} when it is no such thing, or is longer than 4 MiB when it is unpacked; no more than that is unpacked.
 */
export function decompressRichContent(compressed: string, field: string): Record<string, unknown> {
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(Buffer.from(compressed, "base64"), { maxOutputLength: maxDraftBytes });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLong) throw invalid(field, `must hold at most ${maxDraftBytes} bytes when it is unpacked`, "MAX_SIZE");
    throw invalid(field, "must be base64 of raw deflate of a document");
  }
  try {
    return parseJsonObject(bytes, documentJson);
  } catch {
    throw invalid(field, "must hold a document as JSON");
  }
}

function invalid(field: string, description: string, rule = "FORMAT"): InvalidArguments {
  return new InvalidArguments([violation(field, description, rule)]);
}

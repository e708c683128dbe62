import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRawSync } from "node:zlib";
import { maxDraftBytes } from "@porchlight/contract/blog/drafts/draft-values";
import { type CompressedFieldset, compressedFieldset } from "@porchlight/contract/blog/posts/post-status";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ViolatedRule } from "@porchlight/contract/field-rules";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { documentJson, parseJsonObject } from "../../platform/http/parse-json.ts";

/** Encodes a document as `richContentCompressed`: base64 of raw deflate of its JSON. */
export function compressRichContent(content: RichContent): string {
  return deflateRawSync(JSON.stringify(content)).toString("base64");
}

const deflate = promisify(deflateRaw);

/** Splits fieldsets into those to read and a function that adds the compressed form. */
export function splitFieldsets<Fieldset extends string>(requested: readonly (Fieldset | CompressedFieldset)[] = []) {
  const plain = requested.filter((fieldset): fieldset is Fieldset => fieldset !== compressedFieldset);
  const isCompressed = plain.length < requested.length;
  const richContent = "RICH_CONTENT" as Fieldset;
  const includesPlain = plain.includes(richContent);
  return {
    fieldsets: isCompressed && !includesPlain ? [...plain, richContent] : plain,
    /** Adds the requested forms of rich content to a post in JSON. */
    serialize: async (json: string): Promise<string> => (isCompressed ? compressText(json, includesPlain) : json),
  };
}

async function compressText(json: string, includesPlain: boolean): Promise<string> {
  const { richContent, ...post } = JSON.parse(json);
  const compressed = (await deflate(JSON.stringify(richContent))).toString("base64");
  return JSON.stringify({ ...post, ...(includesPlain && { richContent }), richContentCompressed: compressed });
}

/**
 * Decodes `richContentCompressed` to an object, without further validation.
 *
 * @param field Path in the request.
 * @throws {InvalidArguments} if it is invalid or decompresses to more than 4 MiB.
 */
export function decompressRichContent(compressed: string, field: string): Record<string, unknown> {
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(Buffer.from(compressed, "base64"), { maxOutputLength: maxDraftBytes });
  } catch (error) {
    // ERR_BUFFER_TOO_LARGE
    if (error instanceof RangeError)
      throw invalid(field, `must decompress to at most ${maxDraftBytes} bytes`, "MAX_SIZE");
    throw invalid(field, "must be a document compressed with raw deflate, in base64");
  }
  try {
    return parseJsonObject(bytes, documentJson);
  } catch {
    throw invalid(field, "must contain a document in JSON");
  }
}

function invalid(field: string, description: string, rule: ViolatedRule = "FORMAT"): InvalidArguments {
  return new InvalidArguments([violation(field, description, rule)]);
}

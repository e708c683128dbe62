import type { Converters } from "../conversion.ts";
import { mediaConverters } from "./media.ts";

/** Converts images and videos for writing. Separate because reading posts does not need it. */
export const draftConverters: Converters = {
  response: mediaConverters.response,
  request: { ...mediaConverters.request, image: imageOf, videoV2: videoOf },
};

/** Source: entities.md, first table; recordings blog.json, "createDraftPost". */
function imageOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const { id, name, facts: metadata } = partsOf("image", value);
  if (!id) return { url: value };
  const height = Number(metadata.get("originHeight")) || 0;
  const width = Number(metadata.get("originWidth")) || 0;
  return { id, height, width, altText: name, filename: name, url: value };
}

function videoOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const { id, name, facts: metadata } = partsOf("video", value);
  if (!id) return { url: value };
  const poster = metadata.get("posterUri");
  const height = Number(metadata.get("posterHeight")) || 0;
  const width = Number(metadata.get("posterWidth")) || 0;
  return { id, filename: name, url: value, ...(poster && { posters: [{ id: poster, width, height }] }) };
}

function partsOf(kind: "image" | "video", address: string) {
  const [, id, name = "", metadata = ""] =
    new RegExp(`^wix:${kind}://v1/([^/#]+)/([^/#]*)(?:#(.*))?$`).exec(address) ?? [];
  return { id, name: decoded(name), facts: new URLSearchParams(metadata) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

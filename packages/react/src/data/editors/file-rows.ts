import { parseImageUrl } from "@porchlight/client/blog";
import type { ViewField } from "@porchlight/client/data";
import { isRecord } from "../form/json-values.ts";

/** One file of a field, as entered. */
export interface FileRow {
  /** Distinguishes the rows of a field. */
  key: number;
  /** URL of the file. */
  address: string;
  /** Alt text. */
  alt: string;
  /** The original value; unless edited, it is retained exactly. */
  original?: { value: unknown; address: string; alt: string };
}

const pictures = new Set<ViewField["type"]>([
  "IMAGE",
  "MEDIA_IMAGE",
  "LEGACY_IMAGE",
  "MEDIA_VECTOR_ART",
  "MEDIA_GALLERY",
]);

/** Whether files of this field are images and require alt text. */
export const isPictures = ({ type }: ViewField): boolean => pictures.has(type);

/** `wix:image://v1/{id}/{name}#originWidth=…`, split into parts. */
const siteImage = /^(wix:(?:image|vector):\/\/v1\/[^/#]+)(?:\/[^/#]*)?(#.*)?$/;

/** A file of a field, as entered. */
export function toRow(value: unknown, key: number): FileRow {
  const parts = isRecord(value)
    ? { address: String(value.src ?? value.url), alt: typeof value.alt === "string" ? value.alt : "" }
    : withoutWords(String(value));
  return { key, ...parts, original: { value, ...parts } };
}

/** Images of this site have the alt text in their URL. */
function withoutWords(address: string): { address: string; alt: string } {
  const [, file, size = ""] = siteImage.exec(address) ?? [];
  return file ? { address: file + size, alt: parseImageUrl(address)?.alt ?? "" } : { address, alt: "" };
}

/** The stored value of a file: a URL, or an object if it has more properties. */
export function toValue(row: FileRow, field: ViewField): unknown {
  const { original } = row;
  const address = row.address.trim();
  const alt = row.alt.trim();
  if (original && original.address === address && original.alt === alt) return original.value;
  if (isRecord(original?.value)) {
    const { alt: _former, ...rest } = original.value;
    return { ...rest, [typeof rest.src === "string" ? "src" : "url"]: address, ...(alt && { alt }) };
  }
  if (field.type === "MEDIA_GALLERY") {
    return { type: /^wix:video:/i.test(address) ? "video" : "image", src: address, ...(alt && { alt }) };
  }
  if (!isPictures(field) || alt === "") return address;
  const [, file, size = ""] = siteImage.exec(address) ?? [];
  return file ? `${file}/${encodeURIComponent(alt)}${size}` : { src: address, alt };
}

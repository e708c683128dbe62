import { readImageAddress } from "@porchlight/client/blog";
import type { ViewField } from "@porchlight/client/data";
import { isRecord } from "../form/json-values.ts";

/** One file of a field, as it is typed. */
export interface FileRow {
  key: number;
  address: string;
  /** What is to be seen, for those who do not see it. */
  alt: string;
  /** What it was made of: what nobody touched stays the same, to the letter. */
  held?: { value: unknown; address: string; alt: string };
}

const pictures = new Set<ViewField["type"]>([
  "IMAGE",
  "MEDIA_IMAGE",
  "LEGACY_IMAGE",
  "MEDIA_VECTOR_ART",
  "MEDIA_GALLERY",
]);

/** Whether files of this field are seen, so that words have to stand for them. */
export const isPictures = ({ type }: ViewField): boolean => pictures.has(type);

/** `wix:image://v1/{id}/{words}#originWidth=…`, in its parts. */
const siteImage = /^(wix:(?:image|vector):\/\/v1\/[^/#]+)(?:\/[^/#]*)?(#.*)?$/;

export function toRow(value: unknown, key: number): FileRow {
  const parts = isRecord(value)
    ? { address: String(value.src ?? value.url), alt: typeof value.alt === "string" ? value.alt : "" }
    : withoutWords(String(value));
  return { key, ...parts, held: { value, ...parts } };
}

/** The words of a picture of this site are a part of its address. */
function withoutWords(address: string): { address: string; alt: string } {
  const [, file, size = ""] = siteImage.exec(address) ?? [];
  return file ? { address: file + size, alt: readImageAddress(address)?.alt ?? "" } : { address, alt: "" };
}

/** What a file is kept as: an address, or an object where there is more to say of it. */
export function toValue(row: FileRow, field: ViewField): unknown {
  const { held } = row;
  const address = row.address.trim();
  const alt = row.alt.trim();
  if (held && held.address === address && held.alt === alt) return held.value;
  if (isRecord(held?.value)) {
    const { alt: _former, ...rest } = held.value;
    return { ...rest, [typeof rest.src === "string" ? "src" : "url"]: address, ...(alt && { alt }) };
  }
  if (field.type === "MEDIA_GALLERY") {
    return { type: /^wix:video:/i.test(address) ? "video" : "image", src: address, ...(alt && { alt }) };
  }
  if (!isPictures(field) || alt === "") return address;
  const [, file, size = ""] = siteImage.exec(address) ?? [];
  return file ? `${file}/${encodeURIComponent(alt)}${size}` : { src: address, alt };
}

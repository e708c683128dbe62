import type { FocalPoint, MediaFile, MediaType } from "@porchlight/client/media";
import { File, FileText, FileVideo, Image, type LucideIcon, Music } from "lucide-react";
import { language, text } from "../texts/text.ts";

/** The kinds of files, with their names and icons. */
export const mediaKinds: Readonly<Record<MediaType, { name: string; plural: string; icon: LucideIcon }>> = {
  IMAGE: { name: text("Image"), plural: text("Images"), icon: Image },
  VIDEO: { name: text("Video"), plural: text("Videos"), icon: FileVideo },
  AUDIO: { name: text("Audio"), plural: text("Audio"), icon: Music },
  DOCUMENT: { name: text("Document"), plural: text("Documents"), icon: FileText },
};

/** The icon of a file without a picture. */
export const fileIcon = ({ mediaType }: Pick<MediaFile, "mediaType">): LucideIcon =>
  mediaKinds[mediaType]?.icon ?? File;

/** A size such as "1.2 MB". */
export function formatFileSize(bytes: number): string {
  const [unit, divisor] = bytes >= 1e6 ? (["megabyte", 1e6] as const) : (["kilobyte", 1e3] as const);
  const maximumFractionDigits = unit === "megabyte" ? 1 : 0;
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits }).format(
    Math.max(bytes / divisor, unit === "kilobyte" ? 1 : 0),
  );
}

/** The path of a file on this server; the public URL may have another origin. */
export const pathOf = ({ url }: Pick<MediaFile, "url">): string => new URL(url).pathname;

/** The path of a small picture of a file. `undefined` for other files than images. */
export function thumbnailOf(file: Pick<MediaFile, "url" | "mediaType">, width: 320 | 640 = 320): string | undefined {
  return file.mediaType === "IMAGE" ? `${pathOf(file)}/v1/fit/w_${width}` : undefined;
}

/**
 * The CSS `object-position` of a picture that covers a box, so that it shows the same part as a crop of the server: one
 * that is centered on the focal point as far as possible.
 */
export function objectPosition(
  { width = 1, height = 1 }: Pick<MediaFile, "width" | "height">,
  { x, y }: FocalPoint,
  ratio: number,
): string {
  const position = (part: number, point: number) =>
    part < 1 ? `${(Math.min(1, Math.max(0, (point - part / 2) / (1 - part))) * 100).toFixed(1)}%` : "50%";
  return `${position((height * ratio) / width, x)} ${position(width / ratio / height, y)}`;
}

/** The address of an image of the library for covers and for image fields of items, with its alternative text. */
export function imageAddressOf(file: Pick<MediaFile, "_id" | "altText" | "displayName" | "width" | "height">): string {
  const { _id: id, altText, displayName, width = 0, height = 0 } = file;
  const name = encodeURIComponent(altText || displayName);
  return `wix:image://v1/${id}/${name}#originWidth=${width}&originHeight=${height}`;
}

import type { ViewField } from "@porchlight/client/data";
import type { MediaType } from "@porchlight/client/media";
import type { UploadedFile } from "@porchlight/editor";
import { type FileRow, isPictureField } from "@porchlight/react";
import { text } from "../../texts/text.ts";

const listTypes = new Set<ViewField["type"]>(["ARRAY_DOCUMENT", "MEDIA_GALLERY"]);

/** Whether a field contains several files. */
export const isFileList = ({ type }: ViewField): boolean => listTypes.has(type);

/** The kinds of files that a field can contain. */
export function kindsOf(field: ViewField): readonly MediaType[] {
  if (field.type === "MEDIA_GALLERY") return ["IMAGE", "VIDEO"];
  if (isPictureField(field)) return ["IMAGE"];
  if (field.type === "VIDEO" || field.type === "AUDIO") return [field.type];
  return ["IMAGE", "VIDEO", "AUDIO", "DOCUMENT"];
}

/** The kind of a file by its MIME type. */
export function kindOf({ type }: Pick<File, "type">): MediaType {
  const [kind = ""] = type.split("/");
  return (["IMAGE", "VIDEO", "AUDIO"] as const).find((one) => one === kind.toUpperCase()) ?? "DOCUMENT";
}

/** What to do if a file of another kind is chosen. */
export function fileKindHint(field: ViewField): string {
  const [kind, other] = kindsOf(field);
  if (other) return text("Choose images or videos.");
  if (kind === "VIDEO") return text("Choose a video.");
  return kind === "AUDIO" ? text("Choose an audio file.") : text("Choose an image.");
}

/** The address of a file of the media library as items store it. */
export function addressOf(kind: MediaType, name: string, { id, url, width, height }: UploadedFile): string {
  if (id === undefined) return url;
  if (kind === "IMAGE") return `wix:image://v1/${id}${width ? `#originWidth=${width}&originHeight=${height}` : ""}`;
  return `wix:${kind.toLowerCase()}://v1/${id}/${encodeURIComponent(name)}`;
}

const libraryFile = /^wix:(image|video|audio|document|vector):\/\/v1\/([^/#]+)(?:\/([^/#]*))?/i;

/** How the form shows a file. */
export interface ItemFile {
  kind: MediaType;
  name: string;
  /** On this server, or another one. */
  href: string;
  /** Whether it is in the media library. */
  isStored: boolean;
}

/** What is known about a file from its address. */
export function readFile({ address, alt }: FileRow, field: ViewField): ItemFile {
  const [, scheme = "", id, encoded = ""] = libraryFile.exec(address) ?? [];
  const [kind = "DOCUMENT"] = kindsOf(field).length < 3 ? kindsOf(field) : (["DOCUMENT"] as const);
  if (!id) {
    const path = address.startsWith("/media/");
    return { kind, name: lastPart(address), href: address, isStored: path };
  }
  const isPicture = /image|vector/i.test(scheme);
  const own = isPicture ? "IMAGE" : kindOf({ type: `${scheme.toLowerCase()}/` });
  const name = isPicture ? alt || text("Image") : decode(encoded) || id;
  return { kind: own, name, href: `/media/${encodeURIComponent(id)}`, isStored: true };
}

const lastPart = (address: string) =>
  decode(
    address
      .replace(/[?#].*/, "")
      .split("/")
      .findLast(Boolean) ?? address,
  );

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

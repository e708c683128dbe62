import type { WireMediaFile } from "@porchlight/contract/media/media-file";
import type { ServerContext } from "../../platform/server-context.ts";
import { toFileName } from "../../platform/storage/file-name.ts";
import { mediaPath } from "../../platform/storage/file-store.ts";
import type { MediaFileRow } from "./media-files-store.ts";

/** Decimals of a focal point: the database keeps more than was said. */
export const roundFraction = (value: number) => Math.round(value * 10_000) / 10_000;

/** A file as the contract tells of it. Those that browsers save rather than show have their name in the address. */
export function serializeMediaFile({ config }: Pick<ServerContext, "config">, row: MediaFileRow): WireMediaFile {
  const { focal_x: x, focal_y: y } = row;
  const name = row.media_type === "IMAGE" ? "" : `/${encodeURIComponent(toFileName(row.display_name))}`;
  return {
    id: row.id,
    displayName: row.display_name,
    url: `${config.publicUrl}${mediaPath}${row.id}${name}`,
    mediaType: row.media_type,
    mimeType: row.mime_type,
    sizeInBytes: Number(row.bytes),
    ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
    altText: row.alt_text,
    ...(x !== null && y !== null && { focalPoint: { x: roundFraction(x), y: roundFraction(y) } }),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

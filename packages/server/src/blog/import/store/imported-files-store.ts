import { buffer } from "node:stream/consumers";
import { maxImageBytes } from "@porchlight/contract/media/media-file";
import type { ImageStore } from "@porchlight/importers/import-source";
import { sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/db/ids.ts";
import { toFileName } from "../../../platform/storage/file-kinds.ts";
import type { MediaStore } from "../../../platform/storage/file-store.ts";
import { type Image, imageFormats, tryReadImage } from "../../../platform/storage/read-image.ts";
import type { BlogContext } from "../../blog-context.ts";

/** What the media library shows of an imported image. */
export interface ImportedFile {
  id: string;
  displayName: string;
  /** Pixels; unknown for images that cannot be read. */
  width: number | null;
  height: number | null;
  /** Size in bytes. */
  size: number;
}

/** A store for an import, and the images that it has stored, by their ids. */
export function recordImages(media: Pick<MediaStore, "put">): {
  store: Pick<ImageStore, "put">;
  images: ReadonlyMap<string, ImportedFile>;
} {
  const images = new Map<string, ImportedFile>();
  return {
    images,
    store: {
      async put({ fileName, ...image }) {
        const stored = await media.put(image);
        images.set(stored.id, describe(stored.id, image, fileName));
        return stored;
      },
    },
  };
}

const describe = (id: string, { bytes, width, height }: Image, fileName = ""): ImportedFile => ({
  id,
  displayName: toFileName(fileName).trim() || id,
  width,
  height,
  size: bytes.length,
});

/** Adds imported images to the media library. Those in it stay as they are. */
export async function insertImportedFiles(
  db: DbOrTx,
  siteId: string,
  files: readonly ImportedFile[],
  at: Date,
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ id, displayName, width, height, size }) => ({
    site_id: siteId,
    id,
    upload_id: newId(at.getTime()),
    display_name: displayName,
    media_type: "IMAGE" as const,
    mime_type: imageFormats.find(({ extension }) => id.endsWith(`.${extension}`))?.mediaType ?? "",
    bytes: size,
    width,
    height,
    alt_text: "",
    created_at: at,
    updated_at: at,
  }));
  await db
    .insertInto("media_files")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const batchSize = 100;

/** Adds images to the media library that were imported before it recorded them. Reads each of them once. */
export async function addMissingImportedFiles(context: BlogContext, isAborted: () => boolean): Promise<void> {
  const { db, site } = context;
  let after = "";
  while (!isAborted()) {
    const { rows } = await sql<{ id: string }>`
      select media_id as id from imported_pictures i
      where site_id = ${site.id} and media_id > ${after}
        and not exists (select from media_files f where f.site_id = i.site_id and f.id = i.media_id)
      order by media_id limit ${batchSize}`.execute(db);
    for (const { id } of rows) {
      if (isAborted()) return;
      const file = await readStored(context.media, id);
      if (file) await insertImportedFiles(db, site.id, [file], context.now());
    }
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}

/** `undefined` if there is no file, for example until an import restores it. */
async function readStored(media: MediaStore, id: string): Promise<ImportedFile | undefined> {
  const file = await media.find(id);
  if (!file) return undefined;
  const image = file.size <= maxImageBytes ? tryReadImage(await buffer(file.read())) : undefined;
  return image && "width" in image
    ? describe(id, image)
    : { id, displayName: id, width: null, height: null, size: file.size };
}

import { buffer } from "node:stream/consumers";
import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { MediaFile } from "../../platform/storage/file-store.ts";
import { chooseEncoding, type Focus, type Rendition } from "../../platform/storage/renderer/rendition.ts";
import { roundFraction } from "../files/files.ts";
import { findFile } from "../files/media-files-store.ts";

/** `original`: an animated image, served unchanged. */
export type SizedImage = { tag: string; bytes: Buffer } | { tag: string; original: MediaFile };

/** Concurrent requests share one rendering. */
const pendingRenders = new Map<string, Promise<Buffer>>();
const middle: Focus = [0.5, 0.5];

/**
 * An image in another size, rendered on first request. `undefined` if there is no such file.
 *
 * @param accept The `Accept` header.
 * @throws {Refusal} `IMAGE_UNREADABLE` for files that are not valid images; `UNAVAILABLE`.
 */
export async function getSizedImage(
  context: ServerContext,
  id: string,
  rendition: Rendition,
  accept: string | undefined,
): Promise<SizedImage | undefined> {
  // Checked each time, so that a deleted image is not served in any size.
  const original = await context.media.find(id);
  if (!original) return undefined;
  if (!original.mediaType.startsWith("image/") || original.size > maxImageBytes) throw new Refusal("IMAGE_UNREADABLE");
  const { width, height } = rendition;
  const focus = height === undefined ? middle : ((await findFocus(context, id)) ?? middle);
  const encoding = chooseEncoding(rendition, accept);
  const shape = height === undefined ? "" : `x${height}_${focus.join("_")}`;
  const variant = `${width}${shape}.${encoding}`;
  const tag = `"${id.slice(0, id.indexOf("."))}-${variant}"`;

  const name = `${id}-${variant}`;
  const render = async (): Promise<Buffer> => {
    const cached = await context.sizes.find(id, variant);
    if (cached) return cached;
    const bytes = await buffer(original.read());
    const result = await context.renderer.render({ kind: "resize", bytes, width, height, focus, encoding });
    if ("failure" in result && result.failure !== "animated") throw new Refusal("IMAGE_UNREADABLE");
    const rendered = Buffer.from("bytes" in result ? result.bytes : []);
    await context.sizes.put(id, variant, rendered);
    return rendered;
  };
  const pending = pendingRenders.get(name) ?? render().finally(() => pendingRenders.delete(name));
  pendingRenders.set(name, pending);
  const bytes = await pending;
  // Animated images have an empty rendering.
  return bytes.length === 0 ? { tag, original } : { tag, bytes };
}

/** The focal point of a file, if it has one. */
async function findFocus({ db, site }: ServerContext, id: string): Promise<readonly [number, number] | undefined> {
  const row = await findFile(db, site.id, id);
  if (!row || row.focal_x === null || row.focal_y === null) return undefined;
  return [roundFraction(row.focal_x), roundFraction(row.focal_y)];
}

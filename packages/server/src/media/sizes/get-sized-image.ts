import { buffer } from "node:stream/consumers";
import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { MediaFile } from "../../platform/storage/file-store.ts";
import { chooseEncoding, type Focus, type Rendition } from "../../platform/storage/renderer/rendition.ts";
import { roundFraction } from "../files/files.ts";
import { findFile } from "../files/media-files-store.ts";

/** `original`: it moves, and is shown as it is. */
export type SizedImage = { tag: string; bytes: Buffer } | { tag: string; original: MediaFile };

/** What many readers ask for at once is made once. */
const rendering = new Map<string, Promise<Buffer>>();
const middle: Focus = [0.5, 0.5];

/**
 * A picture in another size, made the first time that it is asked for.
 *
 * @param accept What the reader takes, as their `Accept` says.
 * @throws {Refusal} `NOT_FOUND`; `IMAGE_UNREADABLE` for what is no picture, or a broken one; `UNAVAILABLE`.
 */
export async function getSizedImage(
  context: ServerContext,
  id: string,
  rendition: Rendition,
  accept: string | undefined,
): Promise<SizedImage> {
  // Asked each time: what was removed is not to be seen in any size.
  const original = await context.media.find(id);
  if (!original) throw new Refusal("NOT_FOUND");
  if (!original.mediaType.startsWith("image/") || original.size > maxImageBytes) throw new Refusal("IMAGE_UNREADABLE");
  const { width, height } = rendition;
  const focus = height === undefined ? middle : ((await findFocus(context, id)) ?? middle);
  const encoding = chooseEncoding(rendition, accept);
  const shape = height === undefined ? "" : `x${height}_${focus.join("_")}`;
  const variant = `${width}${shape}.${encoding}`;
  const tag = `"${id.slice(0, id.indexOf("."))}-${variant}"`;

  const name = `${id}-${variant}`;
  const make = async (): Promise<Buffer> => {
    const cached = await context.sizes.find(id, variant);
    if (cached) return cached;
    const bytes = await buffer(original.read());
    const result = await context.renderer.render({ kind: "resize", bytes, width, height, focus, encoding });
    if ("failure" in result && result.failure !== "film") throw new Refusal("IMAGE_UNREADABLE");
    const made = Buffer.from("bytes" in result ? result.bytes : []);
    await context.sizes.put(id, variant, made);
    return made;
  };
  const making = rendering.get(name) ?? make().finally(() => rendering.delete(name));
  rendering.set(name, making);
  const bytes = await making;
  // Nothing stands for a film.
  return bytes.length === 0 ? { tag, original } : { tag, bytes };
}

/** The focal point of a file, if somebody has said one. */
async function findFocus({ db, site }: ServerContext, id: string): Promise<readonly [number, number] | undefined> {
  const row = await findFile(db, site.id, id);
  if (!row || row.focal_x === null || row.focal_y === null) return undefined;
  return [roundFraction(row.focal_x), roundFraction(row.focal_y)];
}

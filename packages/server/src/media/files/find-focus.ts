import type { ServerContext } from "../../platform/server-context.ts";
import { findFile } from "./media-files-store.ts";
import { roundFraction } from "./serialize-media-file.ts";

/** The focal point of a file, if somebody has said one. */
export async function findFocus(
  { db, site }: ServerContext,
  id: string,
): Promise<readonly [number, number] | undefined> {
  const row = await findFile(db, site.id, id);
  if (!row || row.focal_x === null || row.focal_y === null) return undefined;
  return [roundFraction(row.focal_x), roundFraction(row.focal_y)];
}

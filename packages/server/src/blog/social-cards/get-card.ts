import { createHash } from "node:crypto";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { brandAccents } from "../../platform/settings/brand-colors.ts";
import { drawable } from "../../platform/storage/social-card/card.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicView } from "../posts/post-visibility.ts";
import { findSharedTitle } from "./shared-posts-store.ts";

/** Where the owner has chosen none. */
const houseColour = "#3346c9";
const cardVersion = 1;

const underWay = new Map<string, Promise<Buffer>>();

/**
 * A picture for link previews of a post that everybody may see: its title, the site's name, the owner's colour. Drawn the first time
 * that it is asked for, and again when one of them has changed.
 *
 * @throws {Refusal} `NOT_FOUND`, `UNAVAILABLE`.
 */
export async function getCard(context: BlogContext, postId: string): Promise<{ tag: string; bytes: Buffer }> {
  const title = isId(postId) ? await findSharedTitle(context.db, publicView(context), postId) : undefined;
  if (title === undefined) throw new Refusal("NOT_FOUND");
  const { brand } = await context.settings.read();
  const colour = brandAccents(brand || houseColour).light.accent;
  const card = { title: drawable(title), siteName: drawable(context.site.name), colour };
  const key = createHash("sha256")
    .update(JSON.stringify([cardVersion, card]))
    .digest("hex")
    .slice(0, 32);
  const make = async (): Promise<Buffer> => {
    const kept = await context.sizes.find(key, "card.png");
    if (kept) return kept;
    const result = await context.renderer.render({ kind: "card", card });
    if (!("bytes" in result)) throw new Refusal("UNAVAILABLE");
    await context.sizes.keep(key, "card.png", result.bytes);
    return Buffer.from(result.bytes);
  };
  const making = underWay.get(key) ?? make().finally(() => underWay.delete(key));
  underWay.set(key, making);
  return { tag: `"${key}"`, bytes: await making };
}

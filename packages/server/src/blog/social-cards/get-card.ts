import { createHash } from "node:crypto";
import { brandAccents } from "@porchlight/contract/site/brand-colors";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { toDrawableText } from "../../platform/storage/social-card/card.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { findPublicPostTitle } from "../posts/posts-store.ts";

/** Used if the owner has set no color. */
const defaultColor = "#3346c9";
const cardVersion = 1;

const pendingRenders = new Map<string, Promise<Buffer>>();

/**
 * The link preview image of a public post: its title, the site's name, and the brand color. Rendered on first request
 * and again when one of them changed.
 */
export async function getCard(context: BlogContext, postId: string): Promise<{ tag: string; bytes: Buffer }> {
  const title = isId(postId) ? await findPublicPostTitle(context.db, publicVisibility(context), postId) : undefined;
  if (title === undefined) throw new Refusal("NOT_FOUND");
  const { brand } = await context.settings.read();
  const color = brandAccents(brand || defaultColor).light.accent;
  const card = { title: toDrawableText(title), siteName: toDrawableText(context.site.name), color };
  const key = createHash("sha256")
    .update(JSON.stringify([cardVersion, card]))
    .digest("hex")
    .slice(0, 32);
  const render = async (): Promise<Buffer> => {
    const stored = await context.sizes.find(key, "card.png");
    if (stored) return stored;
    const result = await context.renderer.render({ kind: "card", card });
    if (!("bytes" in result)) throw new Refusal("UNAVAILABLE");
    await context.sizes.put(key, "card.png", result.bytes);
    return Buffer.from(result.bytes);
  };
  const rendering = pendingRenders.get(key) ?? render().finally(() => pendingRenders.delete(key));
  pendingRenders.set(key, rendering);
  return { tag: `"${key}"`, bytes: await rendering };
}

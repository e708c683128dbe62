import { mediaPath } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import { matchesEntityTag } from "../../platform/http/entity-tag.ts";
import type { App } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { getCard } from "./get-card.ts";

/** `/media/cards/{postId}.png`: link preview of a post without its own image. */
export function socialCardRoutes(app: App, context: BlogContext): void {
  app.get(`${mediaPath}cards/:file`, async (c) => {
    context.limits.countRead(`media ${c.get("address")}`);
    const [, postId] = /^([0-9a-f-]{36})\.png$/.exec(c.req.param("file")) ?? [];
    if (postId === undefined) throw new Refusal("NOT_FOUND");
    const { tag, bytes } = await getCard(context, postId);
    c.header("etag", tag);
    c.header("cache-control", "public, max-age=3600");
    c.header("content-security-policy", "sandbox; default-src 'none'");
    c.header("cross-origin-resource-policy", "cross-origin");
    if (matchesEntityTag(c.req.header("if-none-match"), tag)) return c.body(null, 304);
    c.header("content-type", "image/png");
    c.header("content-length", String(bytes.length));
    if (c.req.method === "HEAD") return c.body(null);
    return c.body(new Uint8Array(bytes));
  });
}

import type { Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isAmongTags } from "../../platform/http/entity-tag.ts";
import type { App } from "../../platform/http/serve.ts";
import { mediaPath } from "../../platform/storage/file-store.ts";
import { getCard } from "./get-card.ts";

/** `/media/cards/{postId}.png`: what link previews show of a post without a picture of its own. */
export function shareRoutes(app: App, deps: Deps): void {
  app.get(`${mediaPath}cards/:file`, async (context) => {
    deps.limits.countRead(`media ${context.get("address")}`);
    const [, postId] = /^([0-9a-f-]{36})\.png$/.exec(context.req.param("file")) ?? [];
    if (postId === undefined) throw new Refusal("NOT_FOUND");
    const { tag, bytes } = await getCard(deps, postId);
    context.header("etag", tag);
    context.header("cache-control", "public, max-age=3600");
    context.header("content-security-policy", "sandbox; default-src 'none'");
    context.header("cross-origin-resource-policy", "cross-origin");
    if (isAmongTags(context.req.header("if-none-match"), tag)) return context.body(null, 304);
    context.header("content-type", "image/png");
    context.header("content-length", String(bytes.length));
    if (context.req.method === "HEAD") return context.body(null);
    return context.body(new Uint8Array(bytes));
  });
}

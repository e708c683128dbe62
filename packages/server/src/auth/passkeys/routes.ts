import { respondWithETag } from "../../platform/http/entity-tag.ts";
import type { App } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { getRelatedOrigins } from "./relying-party.ts";

const relatedOriginsMaxAge = 300;

/** The file that browsers request from the passkeys' domain before a page of another domain may use them. */
export function passkeyRoutes(app: App, context: ServerContext): void {
  app.get("/.well-known/webauthn", async (c) => {
    context.limits.countRead(c.get("address"));
    const text = JSON.stringify(await getRelatedOrigins(context));
    return respondWithETag(c, { text, contentType: "application/json", maxAge: relatedOriginsMaxAge });
  });
}

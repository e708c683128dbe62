import type { Deps } from "../../platform/context/server-context.ts";
import type { App } from "../../platform/http/serve.ts";
import { answerPublicText } from "../../platform/http/public-response.ts";
import { getRelatedOrigins } from "./get-related-origins.ts";

const relatedOriginsMaxAge = 300;

/** What browsers ask the passkeys' domain for when a page of another one wants to use them. */
export function passkeyRoutes(app: App, deps: Deps): void {
  app.get("/.well-known/webauthn", async (context) => {
    deps.limits.countRead(context.get("address"));
    const text = JSON.stringify(await getRelatedOrigins(deps));
    return answerPublicText(context, { text, contentType: "application/json", maxAge: relatedOriginsMaxAge });
  });
}

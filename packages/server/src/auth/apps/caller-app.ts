import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type AppRow, findApp } from "./apps-store.ts";

/**
 * The app of the caller's token.
 *
 * @throws {InvalidArguments} `field` names another app.
 */
export async function requireCallerApp(
  context: ServerContext,
  appId: string,
  clientId: string,
  field: string,
): Promise<AppRow> {
  const app = await findApp(context.db, context.site.id, appId);
  if (app && clientId.toLowerCase() === app.id) return app;
  throw new InvalidArguments([violation(field, "must be the app whose access token sends this request", "VALIDATION")]);
}

/** The error names the missing URL and how to register it. */
export function notRegistered(what: string, value: string | null): Refusal {
  const missing = what === "redirectUri" ? value : (URL.parse(value ?? "")?.origin ?? value);
  const hint =
    value === null
      ? "The request has no Origin header. Send it from a page of the app, or use responseMode fragment with a redirectUri."
      : `Register it for this app: porchlight app create … ${what === "redirectUri" ? "--redirect-uri" : "--origin"} ${missing}`;
  return new Refusal("REDIRECT_NOT_REGISTERED", { [what]: value, hint });
}

/**
 * The id of the caller's app; for an API key without a token, the id of the key.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export function requireAppId(caller: Caller): string {
  if (caller.kind === "visitor" || caller.kind === "member" || caller.kind === "hostedPage") return caller.appId;
  if (caller.kind === "apiKey") return caller.apiKey.keyId;
  throw new Refusal("UNAUTHENTICATED");
}

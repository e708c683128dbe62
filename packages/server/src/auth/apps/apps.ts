import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { newId } from "../../platform/db/ids.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { AppDefinitionError, validateOrigin, validateRedirectUri } from "./app-addresses.ts";
import { findApps, insertApp } from "./apps-store.ts";

const maxNameLength = 100;

/** The app to register. */
export interface CreateAppInput {
  name: string;
  redirectUris?: readonly string[];
  origins?: readonly string[];
  /**
   * `stable` suits clients that store their first refresh token; `rotate` is for Porchlight's client. Default:
   * `stable`.
   */
  refreshTokens?: "stable" | "rotate";
}

/**
 * Registers an OAuth client.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 * @throws {AppDefinitionError} the name, a redirect URI or an origin is invalid.
 */
export async function createApp(
  context: ServerContext,
  caller: Caller,
  input: CreateAppInput,
): Promise<{ clientId: string; siteId: string }> {
  requireOwner(caller);
  const name = input.name.trim();
  if (name === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new AppDefinitionError(`An app requires a name of 1 to ${maxNameLength} characters on one line.`);
  }
  const at = context.now();
  const id = newId(at.getTime());
  await context.db.transaction().execute(async (tx) => {
    await insertApp(tx, {
      siteId: context.site.id,
      id,
      name,
      redirectUris: [...new Set((input.redirectUris ?? []).map(validateRedirectUri))],
      origins: [...new Set((input.origins ?? []).map(validateOrigin))],
      refreshTokens: input.refreshTokens ?? "stable",
      at,
    });
    await recordAuditEvent(tx, context, "app-created", { by: caller, appId: id });
  });
  return { clientId: id, siteId: context.site.id };
}

/** A registered app. */
export interface AppSummary {
  clientId: string;
  name: string;
  redirectUris: string[];
  origins: string[];
  refreshTokens: "stable" | "rotate";
  /** ISO 8601, UTC. */
  createdDate: string;
}

/**
 * The site's apps, oldest first.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listApps(context: ServerContext, caller: Caller): Promise<AppSummary[]> {
  requireOwner(caller);
  const apps = await findApps(context.db, context.site.id);
  return apps.map((app) => ({
    clientId: app.id,
    name: app.name,
    redirectUris: app.redirect_uris,
    origins: app.origins,
    refreshTokens: app.refresh_tokens,
    createdDate: app.created_at.toISOString(),
  }));
}

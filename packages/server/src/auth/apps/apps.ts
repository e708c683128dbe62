import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import { revokeSessionsOfApp } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { AppDefinitionError, validateOrigin, validateRedirectUri } from "./app-addresses.ts";
import { deleteApp, findApps, insertApp, lockApp, updateApp, updateDisabledAt } from "./apps-store.ts";
import { siteAppId } from "./site-app.ts";

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
  const app = validateApp(input);
  const at = context.now();
  const id = newId(at.getTime());
  await context.db.transaction().execute(async (tx) => {
    await insertApp(tx, { siteId: context.site.id, id, ...app, at });
    await recordAuditEvent(tx, context, "app-created", { by: caller, appId: id });
  });
  return { clientId: id, siteId: context.site.id };
}

function validateApp({ name: typed, redirectUris = [], origins = [], refreshTokens = "stable" }: CreateAppInput) {
  const name = typed.trim();
  if (name === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new AppDefinitionError(`An app requires a name of 1 to ${maxNameLength} characters on one line.`, "name");
  }
  return {
    name,
    redirectUris: [...new Set(redirectUris.map(validateRedirectUri))],
    origins: [...new Set(origins.map(validateOrigin))],
    refreshTokens,
  };
}

/**
 * Changes an OAuth client. Signed-in members stay signed in.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `NOT_FOUND`, also for the app of the member site, which the server manages.
 * @throws {AppDefinitionError} the name, a redirect URI or an origin is invalid.
 */
export async function changeApp(
  context: ServerContext,
  caller: Caller,
  clientId: string,
  input: CreateAppInput,
): Promise<void> {
  requireOwner(caller);
  const siteId = context.site.id;
  const { name, redirectUris, origins, refreshTokens } = validateApp(input);
  const values = { name, redirect_uris: redirectUris, origins, refresh_tokens: refreshTokens };
  await context.db.transaction().execute(async (tx) => {
    if (!isOwnApp(siteId, clientId) || !(await updateApp(tx, siteId, clientId, values))) throw new Refusal("NOT_FOUND");
    await recordAuditEvent(tx, context, "app-changed", { by: caller, appId: clientId });
  });
}

/**
 * Deletes an OAuth client with its webhooks, and ends its sessions.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `NOT_FOUND`, also for the app of the member site, which the server manages.
 */
export async function removeApp(context: ServerContext, caller: Caller, clientId: string): Promise<void> {
  requireOwner(caller);
  const siteId = context.site.id;
  await context.db.transaction().execute(async (tx) => {
    if (!isOwnApp(siteId, clientId) || !(await deleteApp(tx, siteId, clientId))) throw new Refusal("NOT_FOUND");
    await revokeSessionsOfApp(tx, siteId, clientId, context.now());
    await recordAuditEvent(tx, context, "app-removed", { by: caller, appId: clientId });
  });
  context.liveSessions.invalidate();
}

/**
 * Disables an OAuth client or enables it again. While it is disabled, it gets no tokens, and its tokens are rejected:
 * on this node at once, on others within a second. Its sessions continue when it is enabled.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `NOT_FOUND`, also for the app of the member site, which the server manages.
 */
export async function setAppDisabled(
  context: ServerContext,
  caller: Caller,
  clientId: string,
  isDisabled: boolean,
): Promise<void> {
  requireOwner(caller);
  const siteId = context.site.id;
  await context.db.transaction().execute(async (tx) => {
    const app = isOwnApp(siteId, clientId) ? await lockApp(tx, siteId, clientId) : undefined;
    if (!app) throw new Refusal("NOT_FOUND");
    if ((app.disabled_at !== null) === isDisabled) return;
    await updateDisabledAt(tx, siteId, clientId, isDisabled ? context.now() : null);
    const event = isDisabled ? "app-disabled" : "app-enabled";
    await recordAuditEvent(tx, context, event, { by: caller, appId: clientId, details: { name: app.name } });
  });
  context.liveSessions.invalidate();
}

const isOwnApp = (siteId: string, clientId: string) => isId(clientId) && clientId.toLowerCase() !== siteAppId(siteId);

/** A registered app. */
export interface AppSummary {
  clientId: string;
  name: string;
  redirectUris: string[];
  origins: string[];
  refreshTokens: "stable" | "rotate";
  isDisabled: boolean;
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
    isDisabled: app.disabled_at !== null,
    createdDate: app.created_at.toISOString(),
  }));
}

import { createHash } from "node:crypto";
import type { Caller } from "../../platform/context/caller.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { validateOrigin, validateRedirectUri } from "./app-addresses.ts";
import { upsertApp } from "./apps-store.ts";

const callbackPath = "/auth/callback";

/**
 * Registers the app that the member site signs in with, or updates its URLs to `publicUrl`. Safe on several nodes at
 * once, since its id is derived from the site's.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 * @throws {AppDefinitionError} `publicUrl` is not a valid origin.
 */
export async function syncSiteApp(
  context: ServerContext,
  caller: Caller,
  publicUrl: string,
): Promise<{ clientId: string; siteId: string }> {
  requireOwner(caller);
  return syncApp(context, publicUrl, `${publicUrl}${callbackPath}`);
}

/** As {@link syncSiteApp}, with another redirect URI. */
export async function syncApp(
  context: ServerContext,
  publicUrl: string,
  redirectUri: string,
): Promise<{ clientId: string; siteId: string }> {
  const clientId = siteAppId(context.site.id);
  await upsertApp(context.db, {
    siteId: context.site.id,
    id: clientId,
    name: context.site.name,
    redirectUris: [validateRedirectUri(redirectUri)],
    origins: [publicUrl, ...loopbackTwin(publicUrl)].map(validateOrigin),
    refreshTokens: "rotate",
    at: context.now(),
  });
  return { clientId, siteId: context.site.id };
}

/** `localhost` and `127.0.0.1` are the same site to a developer, but different origins to a browser. */
function loopbackTwin(publicUrl: string): string[] {
  const { hostname, origin } = new URL(publicUrl);
  if (hostname === "localhost") return [origin.replace("localhost", "127.0.0.1")];
  if (hostname === "127.0.0.1") return [origin.replace("127.0.0.1", "localhost")];
  return [];
}

/**
 * The id of the app that the member site signs in with: a UUID version 8 derived from the site id. Source: RFC 9562
 * §5.8.
 */
export function siteAppId(siteId: string): string {
  const bytes = createHash("sha256").update(`porchlight site app ${siteId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

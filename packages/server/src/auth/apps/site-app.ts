import { createHash } from "node:crypto";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { validateOrigin, validateRedirectUri } from "./app-addresses.ts";
import { upsertApp } from "./apps-store.ts";

/** Where the site's own sign-in returns to, below its address. */
const callbackPath = "/auth/callback";

/**
 * Registers the app that the installation's own site signs members in with, and keeps its addresses in step with
 * `publicUrl`. Several nodes may do so at once: its id follows from the site's.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {AppDefinitionError} when `publicUrl` cannot be an app's address.
 */
export async function syncSiteApp(
  context: ServerContext,
  caller: Caller,
  publicUrl: string,
): Promise<{ clientId: string; siteId: string }> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const clientId = siteAppId(context.site.id);
  await upsertApp(context.db, {
    siteId: context.site.id,
    id: clientId,
    name: context.site.name,
    redirectUris: [validateRedirectUri(`${publicUrl}${callbackPath}`)],
    origins: [publicUrl, ...loopbackTwin(publicUrl)].map(validateOrigin),
    refreshTokens: "rotate",
    at: context.now(),
  });
  return { clientId, siteId: context.site.id };
}

/** On one's own machine `localhost` and `127.0.0.1` are the same site to a person, and two origins to a browser. */
function loopbackTwin(publicUrl: string): string[] {
  const { hostname, origin } = new URL(publicUrl);
  if (hostname === "localhost") return [origin.replace("localhost", "127.0.0.1")];
  if (hostname === "127.0.0.1") return [origin.replace("127.0.0.1", "localhost")];
  return [];
}

/** The id of the app that the site's own pages sign members in with: a UUID of version 8. Source: RFC 9562 §5.8. */
export function siteAppId(siteId: string): string {
  const bytes = createHash("sha256").update(`porchlight site app ${siteId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

import type { AvailableUpdate } from "@porchlight/contract/statistics/statistics";
import * as z from "zod";
import manifest from "../../package.json" with { type: "json" };
import { getOutbound } from "../platform/http/outbound/get-outbound.ts";
import { OutboundError } from "../platform/http/outbound/send-outbound.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { findNewestVersion, startUpdateCheck, updateNewestVersion } from "../platform/settings/sites-store.ts";

const dayMs = 24 * 60 * 60_000;
const registryUrl = "https://registry.npmjs.org";
const limits = { maxBytes: 1024 * 1024, timeouts: { connectMs: 5_000, totalMs: 15_000 } };
/** Releases only: `latest` of a private registry may be anything. */
const release = z.object({ version: z.string().regex(/^\d{1,9}(\.\d{1,9}){2}$/) });

/**
 * Requests the newest version from the npm registry, at most once a day on one node, if the setting `updateCheck` is
 * on. The request has no information about the site.
 *
 * @throws {OutboundError} if the registry does not respond as expected. The next attempt is a day later.
 */
export async function checkForUpdate({ db, site, settings, config, now }: ServerContext): Promise<void> {
  if ((await settings.read()).updateCheck === "off") return;
  const at = now();
  if (!(await startUpdateCheck(db, site.id, { at, since: new Date(at.getTime() - dayMs) }))) return;
  const url = `${config.updateRegistryUrl ?? registryUrl}/porchlight/latest`;
  // An address that the operator has chosen may be private.
  const policy = { privateTargets: config.updateRegistryUrl !== undefined };
  const { status, bytes } = await getOutbound(url, policy, { ...limits, accept: "application/json" });
  if (status !== 200) throw new OutboundError(`${url} returned ${status}.`);
  const { data } = release.safeParse(parseJson(bytes));
  if (!data) throw new OutboundError(`${url} returned no version.`);
  await updateNewestVersion(db, site.id, data.version);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The version that this server can be updated to, by the last check. */
export async function findUpdate({ db, site, settings }: ServerContext): Promise<AvailableUpdate | undefined> {
  if ((await settings.read()).updateCheck === "off") return undefined;
  const version = await findNewestVersion(db, site.id);
  const current = manifest.version;
  if (version === undefined || version.localeCompare(current, "en", { numeric: true }) <= 0) return undefined;
  return { version, current, url: `https://www.npmjs.com/package/porchlight/v/${version}` };
}

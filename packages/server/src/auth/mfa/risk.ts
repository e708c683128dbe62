import type { DbOrTx } from "../../platform/db/database.ts";
import { readDevice } from "../../platform/identity/device.ts";
import { fingerprintNetwork } from "../../platform/identity/network-fingerprint.ts";
import { compareWithSessions } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** After more failed sign-ins than this, the next right password may be a successful guess. */
const maxFailures = 5;

/** @param attempts Sign-ins to this account, including the successful one. */
export const hasManyFailures = (attempts: number): boolean => attempts - 1 > maxFailures;

/**
 * Whether the member has never signed in with this browser on this kind of device, or, with `comparesNetworks`, in this
 * network. False without earlier sign-ins to compare with, and for clients that send neither.
 */
export async function isUnrecognizedSignIn(
  db: DbOrTx,
  { site, secrets }: ServerContext,
  memberId: string,
  { userAgent, ip, comparesNetworks }: { userAgent: string | undefined; ip: string; comparesNetworks: boolean },
): Promise<boolean> {
  const device = readDevice(userAgent);
  const network = comparesNetworks ? fingerprintNetwork(secrets, site.id, ip) : undefined;
  const isNamed = device.browser !== null || device.device !== null;
  if (!isNamed && network === undefined) return false;
  const { matchesDevice, matchesNetwork } = await compareWithSessions(db, {
    siteId: site.id,
    memberId,
    device,
    network,
  });
  return (isNamed && matchesDevice === false) || matchesNetwork === false;
}

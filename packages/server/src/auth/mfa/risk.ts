import type { DbOrTx } from "../../platform/db/database.ts";
import { readDevice } from "../../platform/identity/device.ts";
import { fingerprintNetwork } from "../../platform/identity/network-fingerprint.ts";
import { compareWithSessions } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** More failures than this since the last sign-in, and the next right password may be a guess that hit. */
const maxFailures = 5;

/** @param attempts To sign in to this account, the one with the right password included. */
export const hasManyFailures = (attempts: number): boolean => attempts - 1 > maxFailures;

/**
 * Whether the member has never signed in with this browser on this kind of device, or, where `asksOfPlaces`, has never been in this
 * place. Somebody of whom no sign-in is known, a program that says nothing of itself, and what comes from no address are taken as
 * they are.
 *
 * @param from `userAgent` as the header has it, `address` as `addressKey` writes it.
 */
export async function isUnrecognizedSignIn(
  db: DbOrTx,
  { site, secrets }: ServerContext,
  memberId: string,
  {
    userAgent,
    address,
    asksOfPlaces: comparesNetworks,
  }: { userAgent: string | undefined; address: string; asksOfPlaces: boolean },
): Promise<boolean> {
  const device = readDevice(userAgent);
  const place = comparesNetworks ? fingerprintNetwork(secrets, site.id, address) : undefined;
  const isNamed = device.browser !== null || device.device !== null;
  if (!isNamed && place === undefined) return false;
  const { knowsDevice, knowsPlace } = await compareWithSessions(db, { siteId: site.id, memberId, device, place });
  return (isNamed && knowsDevice === false) || knowsPlace === false;
}

import type { DbOrTx } from "../../platform/db/database.ts";
import { readDevice } from "../../platform/identity/device.ts";
import { matchesSessionDevice } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** After more failed sign-ins than this, the next right password may be a successful guess. */
const maxFailures = 5;

/** @param attempts Sign-ins to this account, including the successful one. */
export const hasManyFailures = (attempts: number): boolean => attempts - 1 > maxFailures;

/**
 * Whether the member has never signed in with this browser on this kind of device. False without earlier sign-ins to
 * compare with, and for clients whose `User-Agent` names neither.
 */
export async function isUnrecognizedSignIn(
  db: DbOrTx,
  { site }: ServerContext,
  memberId: string,
  userAgent: string | undefined,
): Promise<boolean> {
  const device = readDevice(userAgent);
  if (device.browser === null && device.device === null) return false;
  return (await matchesSessionDevice(db, { siteId: site.id, memberId, device })) === false;
}

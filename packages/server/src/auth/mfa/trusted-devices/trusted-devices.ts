import type { Transaction } from "kysely";
import { hashSecret, newSecret } from "../../../platform/crypto/secrets.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../../platform/server-context.ts";
import { insertTrustedDevice, isTrustedDevice } from "./trusted-devices-store.ts";

/** Source: screens, §6.3. */
export const trustedDeviceTtlMs = 30 * 86_400_000;

/** Lets the member sign in without the second step where this token is shown, for 30 days. */
export async function trustDevice(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  at: Date,
): Promise<string> {
  const deviceToken = newSecret();
  await insertTrustedDevice(tx, {
    siteId: context.site.id,
    tokenHash: hashSecret(deviceToken),
    memberId,
    at,
    expiresAt: new Date(at.getTime() + trustedDeviceTtlMs),
  });
  return deviceToken;
}

/**
 * The device that `clientMetaData` of a sign-in names, if the member with this e-mail has taken the second step there before. To ask
 * takes as long where there is no such member.
 *
 * @returns What its attempts to sign in are counted by.
 */
export async function findTrustedDevice(
  { db, site, now }: ServerContext,
  emailKey: string,
  clientMetaData: Readonly<Record<string, unknown>> | null | undefined,
): Promise<string | undefined> {
  const { deviceToken } = clientMetaData ?? {};
  if (typeof deviceToken !== "string") return undefined;
  const tokenHash = hashSecret(deviceToken);
  const isKnown = await isTrustedDevice(db, { siteId: site.id, tokenHash, emailKey }, now());
  return isKnown ? `${emailKey}\n${tokenHash.toString("hex")}` : undefined;
}

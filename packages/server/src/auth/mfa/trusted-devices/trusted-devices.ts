import type { Transaction } from "kysely";
import { hashSecret, newSecret } from "../../../platform/crypto/secrets.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../../platform/server-context.ts";
import { insertTrustedDevice, isTrustedDevice } from "./trusted-devices-store.ts";

/** Source: screens, §6.3. */
export const trustedDeviceTtlMs = 30 * 86_400_000;

/** Returns a token with which the member signs in without a second factor for 30 days. */
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
 * The trusted device that `clientMetaData` of a sign-in names, if it belongs to the member with this email. Takes the
 * same time without such a member.
 *
 * @returns The key that the device's sign-in attempts are counted by.
 */
export async function findTrustedDevice(
  { db, site, now }: ServerContext,
  emailKey: string,
  clientMetaData: Readonly<Record<string, unknown>> | null | undefined,
): Promise<string | undefined> {
  const { deviceToken } = clientMetaData ?? {};
  if (typeof deviceToken !== "string") return undefined;
  const tokenHash = hashSecret(deviceToken);
  const isTrusted = await isTrustedDevice(db, { siteId: site.id, tokenHash, emailKey }, now());
  return isTrusted ? `${emailKey}\n${tokenHash.toString("hex")}` : undefined;
}

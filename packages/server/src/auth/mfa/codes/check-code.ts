import type { Transaction } from "kysely";
import type { ServerContext, TxContext } from "../../../platform/context/server-context.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { foldCode } from "../../verification/new-code.ts";
import { type FactorRow, findFactorsOf, useTotpStep } from "../factors-store.ts";
import { foldRecoveryCode, recoveryCodeMac } from "../recovery-codes/recovery-codes.ts";
import { useRecoveryCode } from "../recovery-codes/recovery-codes-store.ts";
import { findTotpStep } from "../totp/totp.ts";
import { openSeed } from "../totp/totp-seed.ts";

/** Whether this is a code of the authenticator app, and was not used before. */
export async function checkTotp(
  tx: Transaction<Tables>,
  context: TxContext,
  factor: FactorRow,
  code: string,
  at: Date,
): Promise<boolean> {
  if (!factor.secret_sealed) return false;
  const { secret } = openSeed(context, factor.secret_sealed);
  const step = findTotpStep(secret, foldCode(code), at);
  return step !== undefined && (await useTotpStep(tx, context.site.id, factor.id, step, at));
}

/** Whether the seed of the authenticator app was sealed with the key of this server. */
export function isOpenable(context: Pick<ServerContext, "secrets">, { secret_sealed }: FactorRow): boolean {
  try {
    if (secret_sealed) openSeed(context, secret_sealed);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is a code of one of the member's authenticator apps. */
export async function checkAnyTotp(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  code: string,
  at: Date,
): Promise<boolean> {
  for (const factor of await findFactorsOf(tx, context.site.id, memberId)) {
    if (factor.type !== "TOTP" || factor.status !== "ENABLED" || !isOpenable(context, factor)) continue;
    if (await checkTotp(tx, context, factor, code, at)) return true;
  }
  return false;
}

/** Whether this is one of the member's recovery codes, which is used up by that. */
export async function checkRecoveryCode(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  code: string,
  at: Date,
): Promise<boolean> {
  const mac = recoveryCodeMac(context, memberId, foldRecoveryCode(code));
  return useRecoveryCode(tx, context.site.id, memberId, mac, at);
}

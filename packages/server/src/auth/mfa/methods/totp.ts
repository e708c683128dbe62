import type { Transaction } from "kysely";
import type { MemberRow } from "../../../members/members-store.ts";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../../platform/server-context.ts";
import type { MemberCaller } from "../../sessions/lock-own-session.ts";
import { normalizeCode } from "../../verification/code.ts";
import type { EnrolledFactor, FactorMethod } from "../factor-method.ts";
import {
  consumeTotpStep,
  type FactorRow,
  insertFactor,
  listMemberFactors,
  updateFactorName,
} from "../factors-store.ts";
import { drawQrCode, findTotpStep, generateTotpSecret, toBase32, totpUri } from "../totp/totp.ts";

/** A session that reloads the page within this time continues its enrollment: the key may have been scanned already. */
const enrollmentTtlMs = 30 * 60_000;

/** A code of an authenticator app. */
export const totpMethod: FactorMethod = {
  delivery: null,
  responseField: "totpData",
  parseResponse: (data) => data?.code ?? "",
  challenge() {
    throw new Refusal("FACTOR_NOT_AVAILABLE");
  },
  async verify(tx, context, { member }, code = "") {
    for (const factor of await listMemberFactors(tx, context.site.id, member.id)) {
      if (factor.type !== "TOTP" || factor.status !== "ENABLED" || !canOpenSeed(context, factor)) continue;
      if (await verifyTotp(tx, context, factor, code)) return "verified";
    }
    return new Refusal("INVALID_CODE");
  },
  describe: () => ({}),
  isUsable: canOpenSeed,
  async resumeEnrollment(tx, context, { caller, member, factor }, enrolled) {
    const pending = enrolled.find((row) => isResumable(context, caller, row));
    if (!pending) return undefined;
    const { siteId, name } = factor;
    const row = name === null ? pending : await updateFactorName(tx, siteId, member.id, pending.id, name);
    return toEnrolledFactor(context, member, row ?? pending);
  },
  async enroll(tx, context, { caller: { sessionId }, member, factor }) {
    const secretSealed = sealSeed(context, { secret: generateTotpSecret(), sessionId });
    return toEnrolledFactor(context, member, await insertFactor(tx, { ...factor, secretSealed }));
  },
  async activate(tx, context, { factor }, { code }) {
    if (code === undefined) return undefined;
    return (await verifyTotp(tx, context, factor, code)) ? "verified" : new Refusal("INVALID_CODE");
  },
  challengeActivation() {
    throw new InvalidArguments([violation("code", "must be present")]);
  },
};

/** Whether this is an unused code of the authenticator app. */
async function verifyTotp(
  tx: Transaction<Tables>,
  context: TxContext,
  factor: FactorRow,
  code: string,
): Promise<boolean> {
  if (!factor.secret_sealed) return false;
  const at = context.now();
  const { secret } = openSeed(context, factor.secret_sealed);
  const step = findTotpStep(secret, normalizeCode(code), at);
  return step !== undefined && (await consumeTotpStep(tx, context.site.id, factor.id, step, at));
}

/** Whether the seed was sealed with this server's key. */
function canOpenSeed(context: Pick<ServerContext, "secrets">, { secret_sealed }: FactorRow): boolean {
  try {
    if (secret_sealed) openSeed(context, secret_sealed);
    return true;
  } catch {
    return false;
  }
}

/** Only the session that started the enrollment may see the key again. */
function isResumable(context: TxContext, { sessionId }: MemberCaller, row: FactorRow): boolean {
  if (row.type !== "TOTP" || row.status !== "REQUIRE_ACTIVATION") return false;
  if (row.secret_sealed === null || !canOpenSeed(context, row)) return false;
  const isRecent = context.now().getTime() - row.created_at.getTime() <= enrollmentTtlMs;
  return isRecent && openSeed(context, row.secret_sealed).sessionId === sessionId;
}

function toEnrolledFactor(context: TxContext, { email }: MemberRow, factor: FactorRow): EnrolledFactor {
  if (factor.secret_sealed === null) throw new Error(`The authenticator app ${factor.id} has no key.`);
  const { secret } = openSeed(context, factor.secret_sealed);
  const uri = totpUri(secret, { issuer: context.site.name, account: email });
  return { factor, totp: { secret: toBase32(secret), uri, qrCode: drawQrCode(uri) } };
}

/** The secret of an authenticator app, and the session that started its enrollment. */
interface TotpSeed {
  secret: Buffer;
  /** Absent in seeds stored before sessions were recorded. */
  sessionId?: string | undefined;
}

function sealSeed({ secrets }: Pick<ServerContext, "secrets">, { secret, sessionId }: Required<TotpSeed>): Buffer {
  return secrets.seal(`${secret.toString("base64")}.${sessionId}`);
}

/** @throws {Error} the seed was sealed with another server key. */
function openSeed({ secrets }: Pick<ServerContext, "secrets">, sealed: Buffer): TotpSeed {
  const [secret = "", sessionId] = secrets.unseal(sealed).split(".");
  return { secret: Buffer.from(secret, "base64"), sessionId };
}

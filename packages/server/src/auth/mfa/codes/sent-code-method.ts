import type { ChallengeFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../../members/members-store.ts";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { EnrolledType, Tables } from "../../../platform/db/tables/tables.ts";
import type { TxContext } from "../../../platform/server-context.ts";
import { generateCode, normalizeCode } from "../../verification/code.ts";
import {
  maxCodeAttempts,
  minResendIntervalMs,
  verificationCodeTtlMinutes,
} from "../../verification/email-verification.ts";
import type { FactorMethod, FactorResponse } from "../factor-method.ts";
import { type FactorRow, insertFactor } from "../factors-store.ts";
import {
  type ChallengeKey,
  type ChallengeRow,
  consumeChallengeCode,
  countFailedChallengeAttempt,
  findChallenge,
  replaceChallenge,
} from "./challenges-store.ts";

/** A one-time code on its way to a member. */
export interface SentCode {
  member: MemberRow;
  /** The factors it is sent for; empty for a code by email that was not enrolled. */
  factors: readonly FactorRow[];
  code: string;
  purpose: ChallengeKey["purpose"];
  expiresAt: Date;
  ip: string;
}

interface SentCodeOptions
  extends Pick<FactorMethod, "responseField" | "describe" | "isFallback" | "confirmsEmail">,
    Pick<FactorMethod, "alternativeType" | "parseEnrollment"> {
  type: Exclude<ChallengeFactorType, "PUSH"> & EnrolledType;
  delivery: "email" | "webhook";
  /** Counts the message against its limits and adds it to the outbox. @throws {Refusal} `TOO_MANY_REQUESTS`. */
  deliver(tx: Transaction<Tables>, context: TxContext, sent: SentCode): Promise<void>;
}

/** A method that sends a one-time code which the member types in. */
export function sentCodeMethod({ type, deliver, ...options }: SentCodeOptions): FactorMethod {
  /** Sends a code, unless the previous one was sent less than {@link minResendIntervalMs} ago. */
  async function send(
    tx: Transaction<Tables>,
    context: TxContext,
    key: ChallengeKey,
    { member, factors, ip }: Pick<SentCode, "member" | "factors" | "ip">,
  ): Promise<Record<never, never>> {
    const at = context.now();
    const current = await findChallenge(tx, key);
    if (current?.type === type && isRecent(current, at)) return {};
    const code = generateCode();
    const expiresAt = new Date(at.getTime() + verificationCodeTtlMinutes * 60_000);
    await deliver(tx, context, { member, factors, code, purpose: key.purpose, expiresAt, ip });
    await replaceChallenge(tx, key, {
      member_id: member.id,
      type,
      code_mac: codeMac(context, key, code),
      tries_left: maxCodeAttempts,
      failed_mac: null,
      push_hash: null,
      push_number: null,
      push_answer: null,
      created_at: at,
      expires_at: expiresAt,
    });
    return {};
  }

  async function check(tx: Transaction<Tables>, context: TxContext, key: ChallengeKey, code: string | undefined) {
    if (code === undefined) return undefined;
    const at = context.now();
    const mac = codeMac(context, key, normalizeCode(code));
    if (await consumeChallengeCode(tx, key, type, mac, at)) return "verified";
    const triesLeft = await countFailedChallengeAttempt(tx, key, type, mac, at);
    return new Refusal("INVALID_CODE", triesLeft ? { triesLeft } : { expired: true });
  }

  return {
    ...options,
    isSingle: true,
    parseResponse: (data) => requireResponse(options.responseField, data).code,
    challenge: (tx, context, { challenge, ...verification }) => send(tx, context, challenge, verification),
    verify: (tx, context, { challenge }, code) => check(tx, context, challenge, code),
    async enroll(tx, context, { member, factor, ip }) {
      const row = await insertFactor(tx, factor);
      await send(tx, context, activationKey(row), { member, factors: [row], ip });
      return { factor: row };
    },
    activate: (tx, context, { factor }, { code }) => check(tx, context, activationKey(factor), code),
    challengeActivation: (tx, context, { member, factor, ip }) =>
      send(tx, context, activationKey(factor), { member, factors: [factor], ip }),
  };
}

const isRecent = ({ created_at, expires_at, tries_left }: ChallengeRow, at: Date) =>
  tries_left > 0 && expires_at > at && created_at.getTime() > at.getTime() - minResendIntervalMs;

/** What the challenges for a factor's activation are bound to. */
export const activationKey = ({ site_id, id }: FactorRow) =>
  ({ siteId: site_id, purpose: "set-up", subject: id }) as const;

/** @throws {InvalidArguments} the request lacks the property `field`. */
export function requireResponse(field: string, data: FactorResponse | undefined): FactorResponse {
  if (data === undefined)
    throw new InvalidArguments([violation(field, "must be present; send {} to request a challenge")]);
  return data;
}

/** The stored form of a code, bound to its purpose and subject. */
function codeMac(context: TxContext, { purpose, subject }: ChallengeKey, code: string): Buffer {
  return context.secrets.mac("second step code", `${purpose} ${subject} ${code}`);
}

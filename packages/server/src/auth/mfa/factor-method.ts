import type { AddFactorResponse, Factor } from "@porchlight/contract/auth/mfa/factor";
import type { AddFactorRequest, VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { Refusal } from "../../platform/context/errors.ts";
import type { EnrolledType, Tables } from "../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import type { PasskeyChallengeKey } from "../passkeys/passkey-challenges-store.ts";
import type { VerifiedPasskey } from "../passkeys/passkey-registration.ts";
import type { Assertion } from "../passkeys/verify-assertion.ts";
import type { MemberCaller } from "../sessions/lock-own-session.ts";
import type { ChallengeKey } from "./codes/challenges-store.ts";
import type { FactorRow, NewFactor } from "./factors-store.ts";

/** The member's response to a challenge, as the request carries it. */
export interface FactorResponse {
  code?: string | undefined;
  challengeId?: string | undefined;
  credential?: string | undefined;
}

/** One verification of a member: a sign-in waiting for its second factor, or a reauthentication. */
export interface Verification {
  member: MemberRow;
  /** The member's factors that the method may use; empty for a code by email that was not enrolled. */
  factors: readonly FactorRow[];
  /** What a challenge that is sent is bound to. */
  challenge: ChallengeKey;
  /** For passkeys: what a challenge is bound to, and the checked signature if the request has one. */
  passkey: { key: PasskeyChallengeKey; requiresUserVerification: boolean; assertion: Assertion | undefined };
  settings: SettingValues;
  /** The client's network; see `RequestContext.ip`. */
  ip: string;
}

/**
 * `undefined` while a challenge has yet to be sent or answered. A rejection is returned rather than thrown, so that the
 * transaction commits the count of failed attempts.
 */
export type VerificationResult = "verified" | Refusal | undefined;

/** What the client needs in order to answer a challenge. */
export interface FactorChallenge {
  pushNumber?: string;
  webauthn?: PasskeyChallenge;
}

/** What the API says about a factor besides its type, name and status. */
export type FactorDescription = Pick<Factor, "hint" | "browser" | "device">;

/** A method of taking the second factor. */
export interface VerificationMethod {
  /** The channel that challenges are sent through; `null` if nothing is sent. */
  delivery: "email" | "webhook" | null;
  /** Adds nothing to a proof of the member's mailbox: with only such methods available, that proof completes MFA. */
  isFallback?: boolean;
  /** A successful response proves the member's email address. */
  confirmsEmail?: boolean;
  /** Identifies the member without a password: offered even without MFA, and sufficient to reauthenticate. */
  isPasswordless?: boolean;
  /** Clients poll for the response, so polling does not count as an attempt from their IP. */
  isPolled?: boolean;
  /** Audit event recorded for each successful verification, besides the sign-in's own. */
  auditEvent?: "recovery-code-used";
  /** Property of the sign-in request that carries the response. */
  responseField: Extract<keyof VerifyFactorRequest["body"], `${string}Data`>;
  /**
   * The response to check; `undefined` requests a challenge.
   *
   * @throws {InvalidArguments} the request lacks {@link responseField}.
   */
  parseResponse(data: FactorResponse | undefined): string | undefined;
  /**
   * Checks a signature before the transaction starts, because it takes long.
   *
   * @throws {Refusal} `PASSKEY_REFUSED`, `PASSKEY_UNKNOWN`.
   */
  verifyAssertion?(
    context: ServerContext,
    caller: Caller,
    data: FactorResponse | undefined,
    expected: { memberId: string; requiresUserVerification: boolean },
  ): Promise<Assertion | undefined>;
  /**
   * Sends or creates a challenge. The caller wakes the outbox after the transaction.
   *
   * @throws {Refusal} `FACTOR_NOT_AVAILABLE` if the method has no challenges; `TOO_MANY_REQUESTS`.
   */
  challenge(tx: Transaction<Tables>, context: TxContext, verification: Verification): Promise<FactorChallenge>;
  /** Checks the response, at most once successfully. */
  verify(
    tx: Transaction<Tables>,
    context: TxContext,
    verification: Verification,
    response: string | undefined,
  ): Promise<VerificationResult>;
  /** Describes the factor to its owner without secrets; `factor` is absent for a method that is not enrolled. */
  describe(member: Pick<MemberRow, "email">, factor: FactorRow | undefined): FactorDescription;
}

/** A factor that a member is about to add. */
export interface Enrollment {
  caller: MemberCaller;
  member: MemberRow;
  factor: NewFactor;
  settings: SettingValues;
  ip: string;
}

/** The stored factor, and what the member needs to activate it. */
export type EnrolledFactor = Omit<AddFactorResponse, "factor"> & { factor: FactorRow };

/** A factor that a member is about to activate. */
export interface Activation {
  caller: MemberCaller;
  member: MemberRow;
  factor: FactorRow;
  ip: string;
}

/** A method that members enroll in: one row in `factors` per enrollment. */
export interface FactorMethod extends VerificationMethod {
  /** Activating a factor removes the member's other factors of the type. */
  isSingle?: boolean;
  /** A pending enrollment is not listed, since it can only be started again. */
  hidesPending?: boolean;
  /** Enrolled type whose factors serve this method too, where the member has none for it. */
  alternativeType?: EnrolledType;
  /** Whether an enabled factor works with the current keys and domain. Default: it does. */
  isUsable?(context: Pick<ServerContext, "secrets">, factor: FactorRow, passkeyDomain: string): boolean;
  /**
   * Validates the request before anything is read from the database.
   *
   * @throws {InvalidArguments} the name or phone number is missing or invalid.
   */
  parseEnrollment?(body: AddFactorRequest["body"]): Pick<NewFactor, "phoneNumber">;
  /** Continues a pending enrollment of the same session; `undefined` if there is none. */
  resumeEnrollment?(
    tx: Transaction<Tables>,
    context: TxContext,
    enrollment: Enrollment,
    enrolled: readonly FactorRow[],
  ): Promise<EnrolledFactor | undefined>;
  /** Stores the factor and starts its activation. @throws {Refusal} `TOO_MANY_REQUESTS`. */
  enroll(tx: Transaction<Tables>, context: TxContext, enrollment: Enrollment): Promise<EnrolledFactor>;
  /** Checks the first response, or the new passkey. @throws {Refusal} `PASSKEY_REFUSED`. */
  activate(
    tx: Transaction<Tables>,
    context: TxContext,
    activation: Activation,
    response: { code: string | undefined; passkey: VerifiedPasskey | undefined },
  ): Promise<VerificationResult>;
  /**
   * Sends another challenge for the activation.
   *
   * @throws {InvalidArguments} the method sends nothing, so the request must contain a response.
   */
  challengeActivation(tx: Transaction<Tables>, context: TxContext, activation: Activation): Promise<FactorChallenge>;
}

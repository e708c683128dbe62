import type { SecondFactorType } from "@porchlight/client";
import { storeDeviceToken } from "@porchlight/client/auth";
import { foldCode } from "@porchlight/contract/auth/verification-code";
import { useMemo } from "react";
import { requireModule } from "../../require-module.ts";
import { asRecord, wrongCodeError } from "../form/auth-errors.ts";
import type { PendingMfa, SentChallenge } from "../form/auth-flow.ts";
import type { AuthFormOptions } from "../form/auth-form-store.ts";
import type { AuthError } from "../form/form-error.ts";
import { type AuthSubmission, useAuthFlow, useAuthSubmission } from "../form/use-auth-submission.ts";
import type { MemberClient, SignInResult } from "../member-client.ts";
import { passkeyError } from "../passkey-error.ts";
import { isSent } from "./factor-screens.ts";

/** Parameters of `submit` of {@link useMfaVerification}. */
export interface MfaVerificationParams {
  factorType: SecondFactorType;
  /**
   * As entered: spaces, dashes and digits of other scripts are normalized. Without a code, `SMS`, `CALL` and `EMAIL`
   * send one, and `PUSH` sends a push or polls it. Not with `WEBAUTHN`.
   */
  code?: string | undefined;
  /** Trusts this device for 30 days. */
  rememberThisDevice: boolean;
}

/** Result of {@link useMfaVerification}. */
export interface MfaVerification extends AuthSubmission<MfaVerificationParams> {
  /**
   * The available factors and the reason for MFA; absent if no sign-in is pending and the person has to sign in again.
   */
  challenge: PendingMfa | undefined;
}

/** Completes a sign-in in the state `MFA_REQUIRED`. */
export function useMfaVerification(options?: AuthFormOptions): MfaVerification {
  const { pendingMfa } = useAuthFlow();
  const attempt = useAuthSubmission<MfaVerificationParams>(
    "secondStep",
    async ({ client, flow }, params) => {
      const { pendingMfa: pending, email } = flow.getSnapshot();
      if (!pending) return { loginState: "FAILURE", code: "STATE_TOKEN_INVALID" };
      const result = await take(client, params, pending.stateToken);
      if (result.data?.deviceToken && email) storeDeviceToken(email, result.data.deviceToken);
      if (isOver(result)) flow.update({ pendingMfa: undefined });
      else if (result.code === "FACTOR_NOT_AVAILABLE")
        flow.update({ pendingMfa: { ...pending, ...nowAvailable(result) } });
      else if (result.code?.startsWith("PUSH_")) flow.update({ pendingMfa: { ...pending, sent: undefined } });
      return result.data?.challenged
        ? { ...result, data: { ...result.data, sent: toSent(result.data, pending.sent) } }
        : result;
    },
    options,
    explainSecondStep,
  );
  return useMemo(() => ({ ...attempt, challenge: pendingMfa }), [attempt, pendingMfa]);
}

function take(
  { factors, passkeys }: MemberClient,
  { factorType, code, rememberThisDevice }: MfaVerificationParams,
  stateToken: string,
): Promise<SignInResult> {
  if (factorType === "WEBAUTHN")
    return requireModule(passkeys, "passkeys").verifyWithPasskey({ stateToken, rememberThisDevice });
  const calls = requireModule(factors, "factors");
  if (code === undefined && isSent(factorType))
    return calls.requestFactor({ factorType, rememberThisDevice }, stateToken);
  return calls.verifyFactor({ factorType, code: foldCode(code ?? ""), rememberThisDevice }, stateToken);
}

/** The pending code or push. Polling a push retains its start time. */
function toSent(
  { challenged: factorType = "", pushNumber }: NonNullable<SignInResult["data"]>,
  before: SentChallenge | undefined,
): SentChallenge {
  if (before && pushNumber !== undefined && before.pushNumber === pushNumber) return before;
  return { factorType, pushNumber, at: Date.now() };
}

/** The factors available now: some may have been removed since the sign-in started. */
function nowAvailable({ details }: SignInResult): Partial<PendingMfa> {
  const { availableFactors } = asRecord(asRecord(asRecord(details).applicationError).data);
  return Array.isArray(availableFactors) ? { factors: availableFactors, sent: undefined } : {};
}

/** The sign-in expired, was ended by a new password, or was started elsewhere. */
export const signInExpired: AuthError = { key: "secondStep.challenge.startAgain", display: "notice" };

const isOver = ({ code, error }: SignInResult) => code === "STATE_TOKEN_INVALID" || error === "Unknown _state";

function explainSecondStep(result: SignInResult): AuthError | undefined {
  if (isOver(result)) return signInExpired;
  switch (result.code) {
    case "INVALID_CODE":
      return wrongCodeError(result.details, "secondStep.error.codeWrong");
    case "PUSH_DENIED":
      return { key: "secondStep.PUSH.denied", display: "notice" };
    case "PUSH_EXPIRED":
      return { key: "secondStep.PUSH.expired", display: "notice" };
    case "FACTOR_NOT_AVAILABLE":
      return { key: "secondStep.error.unavailable", display: "notice" };
    default:
      return passkeyError("step", result.code);
  }
}

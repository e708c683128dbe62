import type { ChallengeType, SecondStepType } from "@porchlight/client";
import { rememberDevice } from "@porchlight/client/auth";
import { useMemo } from "react";
import { foldCode } from "../ui/code.ts";
import type { AttemptOptions } from "./attempt.ts";
import type { AwaitedSecondStep, SentStep } from "./auth-flow.ts";
import { explainPasskey } from "./explain-passkey.ts";
import { asRecord, explainWrongCode } from "./failures.ts";
import type { AuthFailure } from "./issue.ts";
import type { MemberClient, SignInResult } from "./member-client.ts";
import { needModule } from "./need-module.ts";
import { type Attempt, useAttempt, useAuthFlow } from "./use-attempt.ts";

export interface SecondStepParams {
  factorType: SecondStepType;
  /**
   * As typed: spaces, dashes and digits of other scripts are folded. Without one it is sent, with the types `SMS`, `CALL` and `EMAIL`; with `PUSH`
   * the member's devices are asked, and then whether they have answered. Not with `WEBAUTHN`, for which the browser asks.
   */
  code?: string | undefined;
  /** Not to be asked on this device for 30 days. */
  rememberThisDevice: boolean;
}

export interface SecondStep extends Attempt<SecondStepParams> {
  /** What it can be taken with and why it is asked for; absent when nothing waits for it: the person has to sign in again. */
  awaited: AwaitedSecondStep | undefined;
}

/** Takes the second step of a sign-in that came to `MFA_REQUIRED`. */
export function useSecondStep(options?: AttemptOptions): SecondStep {
  const { secondStep: awaited } = useAuthFlow();
  const attempt = useAttempt<SecondStepParams>(
    "secondStep",
    async ({ client, flow }, params) => {
      const { secondStep, email } = flow.getSnapshot();
      if (!secondStep) return { loginState: "FAILURE", code: "STATE_TOKEN_INVALID" };
      const result = await take(client, params, secondStep.stateToken);
      if (result.data?.deviceToken && email) rememberDevice(email, result.data.deviceToken);
      if (isOver(result)) flow.update({ secondStep: undefined });
      else if (result.code === "FACTOR_NOT_AVAILABLE")
        flow.update({ secondStep: { ...secondStep, ...nowAvailable(result) } });
      else if (result.code?.startsWith("PUSH_")) flow.update({ secondStep: { ...secondStep, sent: undefined } });
      return result.data?.challenged
        ? { ...result, data: { ...result.data, sent: toSent(result.data, secondStep.sent) } }
        : result;
    },
    options,
    explainSecondStep,
  );
  return useMemo(() => ({ ...attempt, awaited }), [attempt, awaited]);
}

function take(
  { factors, passkeys }: MemberClient,
  { factorType, code, rememberThisDevice }: SecondStepParams,
  stateToken: string,
): Promise<SignInResult> {
  if (factorType === "WEBAUTHN")
    return needModule(passkeys, "passkeys").verifyWithPasskey({ stateToken, rememberThisDevice });
  const calls = needModule(factors, "factors");
  if (code === undefined && isSentFor(factorType))
    return calls.requestFactor({ factorType, rememberThisDevice }, stateToken);
  return calls.verifyFactor({ factorType, code: foldCode(code ?? ""), rememberThisDevice }, stateToken);
}

/** What is on its way now. Another look at a question is no new one: it keeps its time. */
function toSent(
  { challenged: factorType = "", pushNumber }: NonNullable<SignInResult["data"]>,
  before: SentStep | undefined,
): SentStep {
  if (before && pushNumber !== undefined && before.pushNumber === pushNumber) return before;
  return { factorType, pushNumber, at: Date.now() };
}

/** What the member can take the step with now: something was removed since the sign-in began. */
function nowAvailable({ details }: SignInResult): Partial<AwaitedSecondStep> {
  const { availableFactors } = asRecord(asRecord(asRecord(details).applicationError).data);
  return Array.isArray(availableFactors) ? { factors: availableFactors, sent: undefined } : {};
}

const isSentFor = (type: SecondStepType): type is ChallengeType =>
  type === "SMS" || type === "CALL" || type === "EMAIL" || type === "PUSH";

/** The sign-in is too old, was ended by a new password, or began elsewhere. */
export const signInAgain: AuthFailure = { key: "secondStep.challenge.startAgain", place: "notice" };

const isOver = ({ code, error }: SignInResult) => code === "STATE_TOKEN_INVALID" || error === "Unknown _state";

function explainSecondStep(result: SignInResult): AuthFailure | undefined {
  if (isOver(result)) return signInAgain;
  switch (result.code) {
    case "INVALID_CODE":
      return explainWrongCode(result.details, "secondStep.error.codeWrong");
    case "PUSH_DENIED":
      return { key: "secondStep.PUSH.denied", place: "notice" };
    case "PUSH_EXPIRED":
      return { key: "secondStep.PUSH.expired", place: "notice" };
    case "FACTOR_NOT_AVAILABLE":
      return { key: "secondStep.error.unavailable", place: "notice" };
    default:
      return explainPasskey("step", result.code);
  }
}

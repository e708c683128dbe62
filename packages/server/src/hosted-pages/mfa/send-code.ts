import type { SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import * as z from "zod";
import { verifyFactor } from "../../auth/mfa/verify-factor.ts";
import { minResendIntervalMs } from "../../auth/verification/email-verification.ts";
import { type PendingSecondFactor, type SignInFlow, storeFlow } from "../cookies/flow-cookie.ts";
import { requestOf } from "../form-page.ts";
import type { HostedPage } from "../hosted-page.ts";
import type { HostedSignIn } from "../sign-in/find-hosted-sign-in.ts";
import { secondFactorMethods } from "./second-factor-methods.ts";

/**
 * Sends a code or a push for the second factor and records that in the flow. Callers enforce the delay between two of
 * them.
 *
 * @param flow The sign-in without its second factor.
 * @throws {Refusal} as `verifyFactor` does.
 */
export async function sendCode(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  step: PendingSecondFactor,
  method: SecondFactorType,
): Promise<StateMachineResponse> {
  const { c, context, signIn } = page;
  const caller = { kind: "hostedPage", appId: signIn.appId } as const;
  const body = { stateToken: step.stateToken, ...secondFactorMethods[method].data() };
  const response = await verifyFactor(context, requestOf({ c, caller }), { params: { factorType: method }, body });
  recordSent(page, flow, step, method, response);
  return response;
}

const pushDataSchema = z.object({ pushNumber: z.object({ strValue: z.string() }) });

/** The number of a push, which the page shows. */
export const pushNumberOf = ({ additionalData }: StateMachineResponse): string | undefined =>
  pushDataSchema.safeParse(additionalData).data?.pushNumber.strValue;

/** Records in the flow that a code or push was sent. */
export function recordSent(
  { context, cookies, signIn }: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  step: PendingSecondFactor,
  method: SecondFactorType,
  response: StateMachineResponse,
): void {
  const isAnother = step.sent?.method === method;
  const sent = { method, at: context.now().getTime(), isAnother, number: pushNumberOf(response) };
  storeFlow(context, cookies, signIn.token, { ...flow, secondFactor: { ...step, sent } });
}

/** Milliseconds until another code may be sent with this factor. */
export function resendDelayMs(
  { context }: HostedPage,
  { sent }: PendingSecondFactor,
  method: SecondFactorType,
): number {
  return sent?.method === method ? Math.max(0, sent.at + minResendIntervalMs - context.now().getTime()) : 0;
}

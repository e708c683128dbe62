import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import * as z from "zod";
import { verifyFactor } from "../../auth/mfa/verify-factor.ts";
import { resendPauseMs } from "../../auth/verification/email-verification.ts";
import { type AwaitedSecondStep, keepFlow, type SignInFlow } from "../cookies/flow-cookie.ts";
import { requestOf } from "../form-page.ts";
import type { HostedPage } from "../hosted-page.ts";
import type { HostedSignIn } from "../sign-in/find-hosted-sign-in.ts";
import { type MethodName, methodOf } from "./second-factor-methods.ts";

/**
 * Has a code sent for the second step, or the devices asked, and keeps that it was. The page looks at the pause between two of them
 * itself.
 *
 * @param flow Of the sign-in, without its second step.
 * @throws {Refusal} as `verifyFactor` does.
 */
export async function sendCode(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  step: AwaitedSecondStep,
  method: MethodName,
): Promise<StateMachineAnswer> {
  const { c, context, signIn } = page;
  const caller = { kind: "hostedPage", appId: signIn.appId } as const;
  const body = { stateToken: step.stateToken, ...methodOf(method).data() };
  const answer = await verifyFactor(context, requestOf({ c, caller }), { params: { factorType: method }, body });
  keepSent(page, flow, step, method, answer);
  return answer;
}

const pushFacts = z.object({ pushNumber: z.object({ strValue: z.string() }) });

/** The number that the page has to show, in the answer to a question to devices. */
export const pushNumberIn = ({ additionalData }: StateMachineAnswer): string | undefined =>
  pushFacts.safeParse(additionalData).data?.pushNumber.strValue;

/** Keeps that something was sent just now. */
export function keepSent(
  { context, cookies, signIn }: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  step: AwaitedSecondStep,
  method: MethodName,
  answer: StateMachineAnswer,
): void {
  const isAnother = step.sent?.method === method;
  const sent = { method, at: context.now().getTime(), isAnother, number: pushNumberIn(answer) };
  keepFlow(context, cookies, signIn.token, { ...flow, secondStep: { ...step, sent } });
}

/** Milliseconds until another code may be asked for; none left where nothing was sent in this way. */
export function pauseLeft({ context }: HostedPage, { sent }: AwaitedSecondStep, method: MethodName): number {
  return sent?.method === method ? Math.max(0, sent.at + resendPauseMs - context.now().getTime()) : 0;
}

import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import { isDeviceAnswered } from "../../auth/mfa/push/is-device-answered.ts";
import { pushLifeMs } from "../../auth/mfa/push/push.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Html } from "../../platform/http/html.ts";
import { keepFlow } from "../cookies/flow-cookie.ts";
import { sendOn } from "../hosted-page.ts";
import { proceed } from "../sign-in/proceed.ts";
import type { FormContext } from "../views/form-parts.ts";
import type { Problem } from "../views/problem.ts";
import { pushStepView } from "../views/push-view.ts";
import type { StepProps } from "../views/second-factor-view.ts";
import type { SecondStepPage } from "./second-factor-page.ts";
import { keepSent, pushNumberIn, sendCode } from "./send-code.ts";

/** Milliseconds that are left for the answer of the device; none where it was not asked. */
function timeLeft({ context, step: { sent } }: SecondStepPage): number {
  return sent?.method === "PUSH" ? Math.max(0, sent.at + pushLifeMs - context.now().getTime()) : 0;
}

/** Whether there is a question that the device can still answer. */
export const isDeviceAsked = (page: SecondStepPage): boolean => timeLeft(page) > 0;

export function viewDevice(
  page: SecondStepPage,
  c: FormContext,
  props: Omit<StepProps, "lead"> & { remembers: boolean },
): Html {
  return pushStepView(page.frame, c, {
    ...props,
    number: page.step.sent?.number ?? "",
    secondsLeft: Math.ceil(timeLeft(page) / 1_000),
  });
}

export const tellOfDevice = async ({ context, caller, step }: SecondStepPage): Promise<{ isAnswered: boolean }> => ({
  isAnswered: await isDeviceAnswered(context, caller, step.stateToken),
});

/** Asks the device anew. What it has answered meanwhile counts. */
export async function askDeviceAgain(
  page: SecondStepPage,
  flow: SecondStepPage["flow"],
  step: SecondStepPage["step"],
): Promise<Response | Problem> {
  const ask = () => sendCode(page, flow, step, "PUSH");
  const answer = await ask().catch((error: unknown) => {
    // Nobody has looked at the former question since it ran out: it is gone now.
    if (error instanceof Refusal && error.code === "PUSH_EXPIRED") return ask();
    throw error;
  });
  return answer.state === "MFA_CHALLENGE" ? sendOn(page, page.href) : proceed(page, flow, answer);
}

/** Goes on if the device has approved it. */
export async function lookAtDevice(
  page: SecondStepPage,
  verify: () => Promise<StateMachineAnswer>,
): Promise<Response | Problem> {
  const { context, cookies, signIn, flow, step } = page;
  try {
    const answer = await verify();
    if (answer.state !== "MFA_CHALLENGE") return await proceed(page, flow, answer);
    const number = pushNumberIn(answer);
    if (number !== undefined && number === step.sent?.number)
      return { status: 409, notice: { kind: "warning", key: "hosted.byPush.waiting", values: { number } } };
    // Another page of this sign-in has used up the former answer: this is a new question.
    keepSent(page, flow, step, "PUSH", answer);
    return sendOn(page, page.href);
  } catch (error) {
    if (error instanceof Refusal && (error.code === "PUSH_DENIED" || error.code === "PUSH_EXPIRED")) {
      const { sent: _, ...unasked } = step;
      keepFlow(context, cookies, signIn.token, { ...flow, secondStep: unasked });
    }
    throw error;
  }
}

import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { pushChallengeTtlMs } from "../../auth/mfa/push/push-challenge.ts";
import { hasDeviceResponded } from "../../auth/mfa/push/push-response.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Html } from "../../platform/http/html.ts";
import { storeFlow } from "../cookies/flow-cookie.ts";
import { redirectToPage } from "../hosted-page.ts";
import { proceed } from "../sign-in/proceed.ts";
import type { FormContext } from "../views/form-parts.ts";
import type { Problem } from "../views/problem.ts";
import { pushStepView } from "../views/push-view.ts";
import type { SecondFactorProps } from "../views/second-factor-view.ts";
import type { SecondFactorPage } from "./second-factor-page.ts";
import { pushNumberOf, recordSent, sendCode } from "./send-code.ts";

/** Time until the push expires, in milliseconds; 0 if none was sent. */
function remainingMs({ context, secondFactor: { sent } }: SecondFactorPage): number {
  return sent?.method === "PUSH" ? Math.max(0, sent.at + pushChallengeTtlMs - context.now().getTime()) : 0;
}

/** Whether the device can still respond to a push. */
export const isDevicePending = (page: SecondFactorPage): boolean => remainingMs(page) > 0;

export function pushView(
  page: SecondFactorPage,
  form: FormContext,
  props: Omit<SecondFactorProps, "lead"> & { remembers: boolean },
): Html {
  return pushStepView(page.frame, form, {
    ...props,
    number: page.secondFactor.sent?.number ?? "",
    secondsLeft: Math.ceil(remainingMs(page) / 1_000),
  });
}

export const getDeviceStatus = async ({
  context,
  caller,
  secondFactor: step,
}: SecondFactorPage): Promise<{ isAnswered: boolean }> => ({
  isAnswered: await hasDeviceResponded(context, caller, step.stateToken),
});

/** Sends another push. A response that arrived in the meantime counts. */
export async function resendPush(
  page: SecondFactorPage,
  flow: SecondFactorPage["flow"],
  step: SecondFactorPage["secondFactor"],
): Promise<Response | Problem> {
  const send = () => sendCode(page, flow, step, "PUSH");
  const response = await send().catch((error: unknown) => {
    // The expired push is discovered only now and deleted; send another.
    if (error instanceof Refusal && error.code === "PUSH_EXPIRED") return send();
    throw error;
  });
  return response.state === "MFA_CHALLENGE" ? redirectToPage(page, page.href) : proceed(page, flow, response);
}

/** Continues the sign-in if the device approved it. */
export async function verifyPush(
  page: SecondFactorPage,
  verify: () => Promise<StateMachineResponse>,
): Promise<Response | Problem> {
  const { context, cookies, signIn, flow, secondFactor: step } = page;
  try {
    const response = await verify();
    if (response.state !== "MFA_CHALLENGE") return await proceed(page, flow, response);
    const number = pushNumberOf(response);
    if (number !== undefined && number === step.sent?.number)
      return { status: 409, notice: { kind: "warning", key: "hosted.byPush.waiting", values: { number } } };
    // Another tab consumed the response, so this is a new push.
    recordSent(page, flow, step, "PUSH", response);
    return redirectToPage(page, page.href);
  } catch (error) {
    if (error instanceof Refusal && (error.code === "PUSH_DENIED" || error.code === "PUSH_EXPIRED")) {
      const { sent: _, ...unsent } = step;
      storeFlow(context, cookies, signIn.token, { ...flow, secondFactor: unsent });
    }
    throw error;
  }
}

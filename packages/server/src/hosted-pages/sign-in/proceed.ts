import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import { openHostedSession } from "../../auth/sessions/open-hosted-session.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { type AwaitedSecondStep, forgetFlow, keepFlow, type SignInFlow } from "../cookies/flow-cookie.ts";
import { readHosted, writeHosted } from "../cookies/hosted-cookies.ts";
import { wrongCredentials } from "../explain-failure.ts";
import { type HostedPage, sendOn } from "../hosted-page.ts";
import { type MethodName, methodOf, methodsOf } from "../mfa/second-factor-methods.ts";
import { sendCode } from "../mfa/send-code.ts";
import type { Problem } from "../views/problem.ts";
import type { HostedSignIn } from "./find-hosted-sign-in.ts";

/**
 * Goes where the answer to a sign-in, a sign-up, a code or a recovery leads: in, by way of the authorize endpoint; to the page that
 * it waits for; or nowhere.
 *
 * @param flow What the next page is to know: the e-mail as it was typed.
 */
export async function proceed(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  { state, sessionToken, stateToken, identity, mfaChallengeData }: StateMachineAnswer,
): Promise<Response | Problem> {
  const { context, cookies, signIn } = page;
  const known = { ...flow, email: flow.email.trim() };
  if (state === "SUCCESS" && sessionToken !== undefined) {
    const former = readHosted(cookies);
    writeHosted(cookies, await openHostedSession(context, { appId: signIn.appId, sessionToken, former }));
    forgetFlow(cookies, signIn.token);
    return sendOn(page, withSession(authorizePath, signIn.token));
  }
  if (state === "REQUIRE_EMAIL_VERIFICATION" && stateToken !== undefined) {
    keepFlow(context, cookies, signIn.token, { ...known, stateToken, codeAskedAt: context.now().getTime() });
    return sendOn(page, withSession(hostedPaths.verify, signIn.token));
  }
  const [method] = methodsOf(mfaChallengeData?.availableFactors ?? []);
  if (mfaChallengeData && stateToken !== undefined && method) {
    const { availableFactors: factors, reason } = mfaChallengeData;
    await beginSecondStep(page, known, { stateToken, factors, reason }, method);
    return sendOn(page, withSession(hostedPaths.mfa, signIn.token));
  }
  if (state === "REQUIRE_OWNER_APPROVAL") {
    keepFlow(context, cookies, signIn.token, { ...known, isWaiting: true });
    return sendOn(page, withSession(hostedPaths.pending, signIn.token));
  }
  switch (identity?.status.name) {
    case "BLOCKED":
      return { status: 403, notice: { key: "auth.error.blocked", kind: "danger" } };
    case "DELETED":
    case "OFFLINE":
      return wrongCredentials;
    default:
      return { status: 403, notice: { key: "auth.error.unfinished", kind: "danger" } };
  }
}

/** Sends at once what the best method needs. Where that has been sent too often, the page says so when it is asked for it. */
async function beginSecondStep(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  step: AwaitedSecondStep,
  method: MethodName,
): Promise<void> {
  keepFlow(page.context, page.cookies, page.signIn.token, { ...flow, secondStep: step });
  if (!methodOf(method).sending) return;
  try {
    await sendCode(page, flow, step, method);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "TOO_MANY_REQUESTS")) throw error;
  }
}

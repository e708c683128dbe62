import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type { SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { openHostedSession } from "../../auth/sessions/hosted-session.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { readHosted, writeHosted } from "../cookies/cookies.ts";
import { deleteFlow, type PendingSecondFactor, type SignInFlow, storeFlow } from "../cookies/flow-cookie.ts";
import { type HostedPage, redirectToPage } from "../hosted-page.ts";
import { secondFactorMethods } from "../mfa/second-factor-methods.ts";
import { sendCode } from "../mfa/send-code.ts";
import { invalidCredentials } from "../to-problem.ts";
import type { Problem } from "../views/problem.ts";
import type { HostedSignIn } from "./find-hosted-sign-in.ts";

/**
 * Continues a flow after a sign-in, sign-up, verification, or recovery: redirects to the authorize endpoint or to the
 * next page, or returns the problem.
 *
 * @param flow State for the next page, with the email as entered.
 */
export async function proceed(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  { state, sessionToken, stateToken, identity, mfaChallengeData }: StateMachineResponse,
): Promise<Response | Problem> {
  const { context, cookies, signIn } = page;
  const nextFlow = { ...flow, email: flow.email.trim() };
  if (state === "SUCCESS" && sessionToken !== undefined) {
    const hosted = readHosted(cookies);
    writeHosted(cookies, await openHostedSession(context, { appId: signIn.appId, sessionToken, cookies: hosted }));
    deleteFlow(cookies, signIn.token);
    return redirectToPage(page, withSession(authorizePath, signIn.token));
  }
  if (state === "REQUIRE_EMAIL_VERIFICATION" && stateToken !== undefined) {
    storeFlow(context, cookies, signIn.token, { ...nextFlow, stateToken, codeSentAt: context.now().getTime() });
    return redirectToPage(page, withSession(hostedPaths.verify, signIn.token));
  }
  const method = mfaChallengeData?.availableFactors[0]?.factorType;
  if (mfaChallengeData && stateToken !== undefined && method) {
    const { availableFactors: factors, reason } = mfaChallengeData;
    await startSecondFactor(page, nextFlow, { stateToken, factors, reason }, method);
    return redirectToPage(page, withSession(hostedPaths.mfa, signIn.token));
  }
  if (state === "REQUIRE_OWNER_APPROVAL") {
    storeFlow(context, cookies, signIn.token, { ...nextFlow, isPendingApproval: true });
    return redirectToPage(page, withSession(hostedPaths.pending, signIn.token));
  }
  switch (identity?.status.name) {
    case "BLOCKED":
      return { status: 403, notice: { key: "auth.error.blocked", kind: "danger" } };
    case "DELETED":
    case "OFFLINE":
      return invalidCredentials;
    default:
      return { status: 403, notice: { key: "auth.error.unfinished", kind: "danger" } };
  }
}

/**
 * Sends the code of the preferred factor. If it is rate-limited, the page reports that when the member requests
 * another.
 */
async function startSecondFactor(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  step: PendingSecondFactor,
  method: SecondFactorType,
): Promise<void> {
  storeFlow(page.context, page.cookies, page.signIn.token, { ...flow, secondFactor: step });
  if (!secondFactorMethods[method].send) return;
  try {
    await sendCode(page, flow, step, method);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "TOO_MANY_REQUESTS")) throw error;
  }
}

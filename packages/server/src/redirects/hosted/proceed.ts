import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in";
import { hostedSessionLifeSeconds } from "../../auth/hosted-session.ts";
import { openHostedSession } from "../../auth/open-hosted-session.ts";
import { forgetFlow, keepFlow, type SignInFlow } from "../../auth/pages/flow-cookie.ts";
import type { Problem } from "../../auth/pages/problem.ts";
import { wrongCredentials } from "./explain-failure.ts";
import type { HostedSignIn } from "./find-hosted-sign-in.ts";
import { type HostedPage, sendOn } from "./hosted-page.ts";
import { hostedPaths, withSession } from "./paths.ts";

/**
 * Goes where the answer to a sign-in, a sign-up, a code or a recovery leads: in, by way of the authorize endpoint; to the page that
 * it waits for; or nowhere.
 *
 * @param flow What the next page is to know: the e-mail as it was typed.
 */
export async function proceed(
  page: HostedPage & { signIn: HostedSignIn },
  flow: SignInFlow,
  { state, sessionToken, stateToken, identity }: StateMachineAnswer,
): Promise<Response | Problem> {
  const { deps, cookies, signIn } = page;
  const known = { ...flow, email: flow.email.trim() };
  if (state === "SUCCESS" && sessionToken !== undefined) {
    const formerToken = cookies.read("hosted");
    const secrets = await openHostedSession(deps, { appId: signIn.appId, sessionToken, formerToken });
    cookies.write("hosted", secrets.token, hostedSessionLifeSeconds);
    cookies.write("silent", secrets.silentToken, hostedSessionLifeSeconds);
    forgetFlow(cookies, signIn.token);
    return sendOn(page, withSession(authorizePath, signIn.token));
  }
  if (state === "REQUIRE_EMAIL_VERIFICATION" && stateToken !== undefined) {
    keepFlow(deps, cookies, signIn.token, { ...known, stateToken, codeAskedAt: deps.now().getTime() });
    return sendOn(page, withSession(hostedPaths.verify, signIn.token));
  }
  if (state === "REQUIRE_OWNER_APPROVAL") {
    keepFlow(deps, cookies, signIn.token, { ...known, isWaiting: true });
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

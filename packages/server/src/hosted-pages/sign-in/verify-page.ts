import { resendPauseMs } from "../../auth/verification/email-verification.ts";
import { resendDuringAuthentication } from "../../auth/verification/resend-during-authentication.ts";
import { verifyDuringAuthentication } from "../../auth/verification/verify-during-authentication.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { checkCode, foldCode } from "../checks.ts";
import { keepFlow, readFlow, type SignInFlow } from "../cookies/flow-cookie.ts";
import { type FormPageParts, formContext, requestOf } from "../form-page.ts";
import { sendOn, sendPage } from "../hosted-page.ts";
import { type Problem, wrong } from "../views/problem.ts";
import { startAgainView, verifyView } from "../views/verify-view.ts";
import { proceed } from "./proceed.ts";
import type { SignInPage } from "./sign-in-page.ts";

type Verification = SignInFlow & { stateToken: string };

/** `/hosted/verify`: the code from the mail. What is confirmed here is in this browser's flow cookie, or it began elsewhere. */
export const verifyPage: FormPageParts<SignInPage, "code" | "resend"> = {
  fields: ["code", "resend"],
  limit: ({ resend }) => (resend === "" ? "code tries of an address" : undefined),
  async instead(page) {
    return readVerification(page) ? undefined : sendPage(page, nothingToConfirm(page), { status: 400 });
  },
  view(page, { code }, problem) {
    const verification = readVerification(page);
    if (!verification) return nothingToConfirm(page);
    const { email, begunAt = "login", isCodeAnother = false, codeAskedAt } = verification;
    return verifyView(page.frame, formContext(page, problem), {
      email,
      code,
      changeEmailHref: page.hrefOf(hostedPaths[begunAt]),
      isResent: isCodeAnother && pauseLeft(page, codeAskedAt) > 0,
    });
  },
  async submit(page, typed) {
    const verification = readVerification(page);
    if (!verification) return startAgain(page);
    try {
      return await (typed.resend === "" ? confirm(page, verification, typed.code) : resend(page, verification));
    } catch (error) {
      if (error instanceof Refusal && error.code === "STATE_TOKEN_INVALID") {
        const { stateToken: _, ...flow } = verification;
        keepFlow(page.context, page.cookies, page.signIn.token, flow);
        return startAgain(page);
      }
      throw error;
    }
  },
};

function readVerification({ context, cookies, signIn }: SignInPage): Verification | undefined {
  const { stateToken, ...flow } = readFlow(context, cookies, signIn.token) ?? { email: "" };
  return stateToken === undefined ? undefined : { ...flow, stateToken };
}

const nothingToConfirm = (page: SignInPage) =>
  startAgainView(page.frame, { signInHref: page.hrefOf(hostedPaths.login) });

/** Asks for the page anew: what another form of this browser has come to in the meantime is known by then. */
const startAgain = (page: SignInPage) => sendOn(page, page.href);

async function confirm(page: SignInPage, flow: Verification, typed: string): Promise<Response | Problem> {
  const code = foldCode(typed);
  const issue = checkCode(code, "auth.check.codeMissing");
  if (issue) return wrong(issue);
  const { stateToken, email, names, begunAt } = flow;
  const answer = await verifyDuringAuthentication(
    page.context,
    { caller: page.caller },
    { body: { code, stateToken } },
  );
  return proceed(page, { email, names, begunAt, isConfirmed: true }, answer);
}

async function resend(page: SignInPage, flow: Verification): Promise<Response | Problem> {
  const { context, cookies, signIn } = page;
  const wait = Math.ceil(pauseLeft(page, flow.codeAskedAt) / 1_000);
  if (wait > 0)
    return {
      status: 429,
      retryAfter: wait,
      notice: { kind: "warning", key: "hosted.verify.resendWait", values: { n: wait } },
    };
  const { stateToken } = flow;
  const answer = await resendDuringAuthentication(context, requestOf(page), { body: { stateToken } });
  const codeAskedAt = context.now().getTime();
  keepFlow(context, cookies, signIn.token, { ...flow, ...answer, codeAskedAt, isCodeAnother: true });
  return sendOn(page, page.href);
}

/** Milliseconds until another code may be asked for. */
function pauseLeft({ context }: SignInPage, askedAt = 0): number {
  return Math.max(0, askedAt + resendPauseMs - context.now().getTime());
}

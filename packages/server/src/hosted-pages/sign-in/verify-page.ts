import { foldCode } from "@porchlight/contract/auth/verification-code";
import { minResendIntervalMs } from "../../auth/verification/email-verification.ts";
import { resendDuringAuthentication } from "../../auth/verification/resend-during-authentication.ts";
import { verifyDuringAuthentication } from "../../auth/verification/verify-during-authentication.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { readFlow, type SignInFlow, storeFlow } from "../cookies/flow-cookie.ts";
import { type FormPageDefinition, formContext, requestOf } from "../form-page.ts";
import { validateCode } from "../form-validation.ts";
import { redirectToPage, sendPage } from "../hosted-page.ts";
import { type Problem, validationProblem } from "../views/problem.ts";
import { startAgainView, verifyView } from "../views/verify-view.ts";
import { proceed } from "./proceed.ts";
import type { SignInPage } from "./sign-in-page.ts";

type Verification = SignInFlow & { stateToken: string };

/** `/hosted/verify`: verifies the email with a code. Requires the flow cookie of this browser. */
export const verifyPage: FormPageDefinition<SignInPage, "code" | "resend"> = {
  fields: ["code", "resend"],
  limit: ({ resend }) => (resend === "" ? "codeAttemptsPerIp" : undefined),
  async redirect(page) {
    return readVerification(page) ? undefined : sendPage(page, expiredVerification(page), { status: 400 });
  },
  view(page, { code }, problem) {
    const verification = readVerification(page);
    if (!verification) return expiredVerification(page);
    const { email, startPage = "login", isCodeResent = false, codeSentAt } = verification;
    return verifyView(page.frame, formContext(page, problem), {
      email,
      code,
      changeEmailHref: page.hrefOf(hostedPaths[startPage]),
      isResent: isCodeResent && resendDelayMs(page, codeSentAt) > 0,
    });
  },
  async submit(page, typed) {
    const verification = readVerification(page);
    if (!verification) return reload(page);
    try {
      return await (typed.resend === "" ? confirm(page, verification, typed.code) : resend(page, verification));
    } catch (error) {
      if (error instanceof Refusal && error.code === "STATE_TOKEN_INVALID") {
        const { stateToken: _, ...flow } = verification;
        storeFlow(page.context, page.cookies, page.signIn.token, flow);
        return reload(page);
      }
      throw error;
    }
  },
};

function readVerification({ context, cookies, signIn }: SignInPage): Verification | undefined {
  const { stateToken, ...flow } = readFlow(context, cookies, signIn.token) ?? { email: "" };
  return stateToken === undefined ? undefined : { ...flow, stateToken };
}

const expiredVerification = (page: SignInPage) =>
  startAgainView(page.frame, { signInHref: page.hrefOf(hostedPaths.login) });

/** Reloads the page: another tab may have completed the verification. */
const reload = (page: SignInPage) => redirectToPage(page, page.href);

async function confirm(page: SignInPage, flow: Verification, typed: string): Promise<Response | Problem> {
  const code = foldCode(typed);
  const issue = validateCode(code, "auth.check.codeMissing");
  if (issue) return validationProblem(issue);
  const { stateToken, email, names, startPage } = flow;
  const response = await verifyDuringAuthentication(
    page.context,
    { caller: page.caller },
    { body: { code, stateToken } },
  );
  return proceed(page, { email, names, startPage, isConfirmed: true }, response);
}

async function resend(page: SignInPage, flow: Verification): Promise<Response | Problem> {
  const { context, cookies, signIn } = page;
  const wait = Math.ceil(resendDelayMs(page, flow.codeSentAt) / 1_000);
  if (wait > 0)
    return {
      status: 429,
      retryAfter: wait,
      notice: { kind: "warning", key: "hosted.verify.resendWait", values: { n: wait } },
    };
  const { stateToken } = flow;
  const response = await resendDuringAuthentication(context, requestOf(page), { body: { stateToken } });
  const codeSentAt = context.now().getTime();
  storeFlow(context, cookies, signIn.token, { ...flow, ...response, codeSentAt, isCodeResent: true });
  return redirectToPage(page, page.href);
}

/** Milliseconds until another code may be sent. */
function resendDelayMs({ context }: SignInPage, sentAt = 0): number {
  return Math.max(0, sentAt + minResendIntervalMs - context.now().getTime());
}

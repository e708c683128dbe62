import { appParameter } from "../../auth/recovery/recovery-link.ts";
import { sendRecoveryEmail } from "../../auth/recovery/send-recovery-email.ts";
import { minResendIntervalMs } from "../../auth/verification/email-verification.ts";
import { redirectSessionParameter } from "../../redirects/prepare-redirect-session.ts";
import { storeRecovery } from "../cookies/recovery-cookie.ts";
import { type FormPageDefinition, formContext, requestOf } from "../form-page.ts";
import { validateEmailInput } from "../form-validation.ts";
import { type HostedPage, redirectToPage, singleParameter } from "../hosted-page.ts";
import { storedEmail } from "../sign-in/sign-in-page.ts";
import { forgotView, linkSentView } from "../views/forgot-view.ts";
import { validationProblem } from "../views/problem.ts";
import { backLinkOf, openRecoveryPage, type RecoveryPage } from "./recovery-page.ts";

/** Query parameter: a link was sent. */
const sentParameter = "sent";

export const openForgotPage = (page: HostedPage): Promise<RecoveryPage> =>
  openRecoveryPage(page, {
    session: singleParameter(page, redirectSessionParameter),
    app: singleParameter(page, appParameter),
  });

/** `/hosted/forgot`: emails a reset link. The response is the same whether the account exists or not. */
export const forgotPage: FormPageDefinition<RecoveryPage, "email"> = {
  fields: ["email"],
  captcha: "recovery",
  prefill: (page) => ({
    email: (page.signIn && storedEmail(page, page.signIn)) ?? page.recovery.email ?? "",
  }),
  view(page, { email }, problem) {
    const { frame, recovery, href } = page;
    const form = formContext(page, problem);
    const isSent = problem ? waitFor(page, email) > 0 : singleParameter(page, sentParameter) !== undefined;
    if (!isSent || recovery.email === undefined) return forgotView(frame, form, { email, back: backLinkOf(page) });
    return linkSentView(frame, form, {
      email: recovery.email,
      isAnother: recovery.isAnother === true && waitFor(page, recovery.email) > 0,
      changeEmailHref: href,
      back: backLinkOf(page),
    });
  },
  async submit(page, typed) {
    const { context, frame, cookies, recovery, signIn, appId, href } = page;
    const issues = await validateEmailInput(typed.email);
    if (issues.length > 0) return validationProblem(...issues);
    const wait = waitFor(page, typed.email);
    if (wait > 0)
      return {
        status: 429,
        retryAfter: wait,
        notice: { kind: "warning", key: "hosted.forgot.againWait", values: { n: wait } },
      };
    const { language } = frame.texts;
    const request = { body: { email: typed.email, language, captchaTokens: page.captchaTokens } };
    await sendRecoveryEmail(context, requestOf(page), request);
    const email = typed.email.trim();
    storeRecovery(context, cookies, {
      email,
      sentAt: context.now().getTime(),
      isAnother: email === recovery.email,
      redirectSession: signIn?.token,
      appId,
    });
    return redirectToPage(page, `${href}&${sentParameter}=yes`);
  },
};

/** Seconds until another link may be requested. */
function waitFor({ context, recovery }: RecoveryPage, email: string): number {
  const { sentAt = 0 } = recovery;
  if (email.trim() !== recovery.email) return 0;
  return Math.max(0, Math.ceil((sentAt + minResendIntervalMs - context.now().getTime()) / 1_000));
}

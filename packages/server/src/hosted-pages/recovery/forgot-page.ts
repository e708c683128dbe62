import { appParameter } from "../../auth/recovery/recovery-paths.ts";
import { sendRecoveryEmail } from "../../auth/recovery/send-recovery-email.ts";
import { resendPauseMs } from "../../auth/verification/email-verification.ts";
import { redirectSessionParameter } from "../../redirects/new-redirect-session.ts";
import { checkEmail } from "../checks.ts";
import { keepRecovery } from "../cookies/recovery-cookie.ts";
import { type FormPageParts, formContext, requestOf } from "../form-page.ts";
import { type HostedPage, oneParameter, sendOn } from "../hosted-page.ts";
import { rememberedEmail } from "../sign-in/sign-in-page.ts";
import { forgotView, linkSentView } from "../views/forgot-view.ts";
import { wrong } from "../views/problem.ts";
import { openRecoveryPage, type RecoveryPage, wayBack } from "./recovery-page.ts";

/** Says in the address of the page that a link was sent. */
const sentParameter = "sent";

export const openForgotPage = (page: HostedPage): Promise<RecoveryPage> =>
  openRecoveryPage(page, {
    session: oneParameter(page, redirectSessionParameter),
    app: oneParameter(page, appParameter),
  });

/** `/hosted/forgot`: mails a link to a new password. What it says is the same for everybody, and tells nobody who has an account. */
export const forgotPage: FormPageParts<RecoveryPage, "email"> = {
  fields: ["email"],
  captcha: "recovery",
  prefill: (page) => ({
    email: (page.signIn && rememberedEmail(page, page.signIn)) ?? page.recovery.email ?? "",
  }),
  view(page, { email }, problem) {
    const { frame, recovery, href } = page;
    const c = formContext(page, problem);
    const isSent = problem ? waitFor(page, email) > 0 : oneParameter(page, sentParameter) !== undefined;
    if (!isSent || recovery.email === undefined) return forgotView(frame, c, { email, back: wayBack(page) });
    return linkSentView(frame, c, {
      email: recovery.email,
      isAnother: recovery.isAnother === true && waitFor(page, recovery.email) > 0,
      changeEmailHref: href,
      back: wayBack(page),
    });
  },
  async submit(page, typed) {
    const { context, frame, cookies, recovery, signIn, appId, href } = page;
    const issues = await checkEmail(typed.email);
    if (issues.length > 0) return wrong(...issues);
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
    keepRecovery(context, cookies, {
      email,
      sentAt: context.now().getTime(),
      isAnother: email === recovery.email,
      redirectSession: signIn?.token,
      appId,
    });
    return sendOn(page, `${href}&${sentParameter}=yes`);
  },
};

/** Seconds until another link may be asked for. */
function waitFor({ context, recovery }: RecoveryPage, email: string): number {
  const { sentAt = 0 } = recovery;
  if (email.trim() !== recovery.email) return 0;
  return Math.max(0, Math.ceil((sentAt + resendPauseMs - context.now().getTime()) / 1_000));
}

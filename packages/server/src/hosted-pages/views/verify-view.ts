import { type Html, html } from "../../platform/http/html.ts";
import {
  buttonForm,
  codeField,
  type FormContext,
  form,
  inSentence,
  noticeBox,
  problemBox,
  submitButton,
} from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** The form for the emailed code, with a button to send another. */
export function verifyView(
  frame: PageFrame,
  context: FormContext,
  {
    email,
    code,
    changeEmailHref,
    isResent,
  }: {
    email: string;
    code: string;
    changeEmailHref: string /** Whether another code was just sent. */;
    isResent: boolean;
  },
): Html {
  const { texts } = context;
  return page(frame, {
    title: texts("auth.verifyEmail.title"),
    problem: problemBox(context),
    news: isResent ? noticeBox("success", texts("auth.verifyEmail.resent"), html` role="status"`) : undefined,
    content: html`<p class="lead">${texts.html("auth.verifyEmail.sent", { email: inSentence(email) })} <a href="${changeEmailHref}">${texts("auth.verifyEmail.changeEmail")}</a></p>
${form(
  context,
  html`${codeField(context, {
    name: "code",
    label: texts("auth.field.code"),
    hint: texts("auth.verifyEmail.hint"),
    value: code,
    isFirst: true,
  })}
${submitButton(texts("auth.verifyEmail.submit"), texts("auth.verifyEmail.submitting"))}`,
)}
<div class="again">
${buttonForm(context, {
  name: "resend",
  label: texts("auth.verifyEmail.resend"),
  busy: texts("auth.verifyEmail.resending"),
})}
<p class="hint">${texts("hosted.verify.resendHelp")}</p>
</div>`,
  });
}

/** No verification is pending in this browser: it expired or started elsewhere. */
export function startAgainView(frame: PageFrame, { signInHref }: { signInHref: string }): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("auth.verifyEmail.title"),
    content: html`${noticeBox("info", texts("auth.verifyEmail.startAgain"))}
<p class="actions"><a class="button" href="${signInHref}">${texts("common.action.signIn")}</a></p>`,
  });
}

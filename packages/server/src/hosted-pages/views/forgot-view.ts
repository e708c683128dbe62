import { type Html, html } from "../../platform/http/html.ts";
import {
  buttonForm,
  emailField,
  type FormContext,
  form,
  inSentence,
  noticeBox,
  problemBox,
  submitButton,
} from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** The link below the recovery forms: to the sign-in page or the app. */
export interface BackLink {
  href: string;
  label: string;
}

interface ForgotProps {
  email: string;
  back: BackLink | undefined;
}

/** The form for the email that receives the link. */
export function forgotView(frame: PageFrame, context: FormContext, props: ForgotProps): Html {
  const { texts } = context;
  return page(frame, {
    title: texts("password.forgot.title"),
    problem: problemBox(context),
    content: html`<p class="lead">${texts("password.forgot.lead")}</p>
${linkForm(context, props)}`,
  });
}

/** The page of an invalid link, with a form to request another. */
export function deadLinkView(frame: PageFrame, context: FormContext, props: ForgotProps): Html {
  const { texts } = context;
  return page(frame, {
    title: texts("password.reset.title"),
    content: html`${noticeBox("warning", texts("password.reset.linkDead"), html` role="alert"`)}
${linkForm(context, props)}`,
  });
}

function linkForm(context: FormContext, { email, back }: ForgotProps): Html {
  const { texts } = context;
  return html`${form(
    context,
    html`${emailField(context, {
      name: "email",
      label: texts("auth.field.email"),
      value: email,
      autocomplete: "username",
      isFirst: true,
    })}
${context.captcha}${submitButton(texts("password.forgot.submit"), texts("password.forgot.submitting"))}`,
  )}
${backLink(back)}`;
}

/** Confirms the request. The text is the same whether the account exists or not. */
export function linkSentView(
  frame: PageFrame,
  context: FormContext,
  {
    email,
    isAnother,
    changeEmailHref,
    back,
  }: ForgotProps & { /** Whether it is not the first link. */ isAnother: boolean; changeEmailHref: string },
): Html {
  const { texts } = context;
  return page(frame, {
    title: texts("password.forgot.sentTitle"),
    problem: problemBox(context),
    news: isAnother ? noticeBox("success", texts("password.forgot.sentAgain"), html` role="status"`) : undefined,
    content: html`<div class="lead">
<p>${texts.html("password.forgot.sent", { email: inSentence(email) })}</p>
<p>${texts("password.forgot.sentHelp")}</p>
<p><a href="${changeEmailHref}">${texts("auth.verifyEmail.changeEmail")}</a></p>
</div>
<div class="again">
${buttonForm(context, {
  name: "again",
  label: texts("password.forgot.again"),
  busy: texts("password.forgot.submitting"),
  content: html`<input type="hidden" name="email" value="${email}">${context.captcha}`,
})}
<p class="hint">${texts("hosted.forgot.againHelp")}</p>
</div>
${backLink(back)}`,
  });
}

const backLink = (back: BackLink | undefined) =>
  back && html`<p class="links"><a href="${back.href}">${back.label}</a></p>`;

import type { ReturnTarget } from "../../auth/apps/default-return-url.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { homeLink } from "./error-page.ts";
import {
  type FormContext,
  form,
  inSentence,
  type Names,
  nameFields,
  newPasswordField,
  noticeBox,
  problemBox,
  submitButton,
} from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** The page of the emailed link: sets a new password, or the first one of an invited member. */
export function resetView(
  frame: PageFrame,
  context: FormContext,
  {
    email,
    names,
    passwordMinLength,
    signsIn,
  }: {
    /** For password managers; not visible. */
    email: string;
    /** For the first password: the name of the member. */
    names: Names | undefined;
    passwordMinLength: number;
    /** Whether a sign-in continues afterwards. */
    signsIn: boolean;
  },
): Html {
  const { texts } = context;
  return page(frame, {
    title: texts(names ? "password.setUp.title" : "password.reset.title"),
    problem: problemBox(context),
    content: html`<p class="lead">${names ? texts.html("password.setUp.lead", { email: inSentence(email) }) : texts("password.reset.lead")}</p>
${form(
  context,
  html`${names && nameFields(context, names)}
<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${newPasswordField(context, {
  label: texts(names ? "auth.field.password" : "password.field.new"),
  minLength: passwordMinLength,
  isFirst: !names,
})}
${submitButton(texts(signsIn ? "password.reset.submit" : "hosted.reset.submit"), texts("password.reset.submitting"))}`,
)}`,
  });
}

/** Confirms the new password if no sign-in continues. */
export function resetDoneView(
  frame: PageFrame,
  {
    isBlocked,
    home,
    signInHref,
  }: { isBlocked: boolean; home: ReturnTarget | undefined; signInHref: string | undefined },
): Html {
  const { texts } = frame;
  return page(frame, {
    title: texts("password.reset.title"),
    content: isBlocked
      ? noticeBox("danger", texts("auth.error.blocked"))
      : html`${noticeBox("success", texts("password.reset.savedSignIn"))}
${
  signInHref === undefined
    ? homeLink(texts, home)
    : html`<p class="actions"><a class="button" href="${signInHref}">${texts("common.action.signIn")}</a></p>`
}`,
  });
}

import { type Html, html } from "../../platform/http/html.ts";
import { emailField, type FormContext, form, passwordField, problemBox, submitButton } from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";
import { passkeySignIn } from "./passkey-view.ts";

/** The sign-in form. */
export function loginView(
  frame: PageFrame,
  context: FormContext,
  { email, signUpHref, hasPasskeys }: { email: string; signUpHref: string; hasPasskeys: boolean },
): Html {
  const { texts, links } = context;
  return page(frame, {
    title: texts("auth.signIn.title"),
    problem: problemBox(context),
    content: html`${form(
      context,
      html`${emailField(context, {
        name: "email",
        label: texts("auth.field.email"),
        value: email,
        autocomplete: hasPasskeys ? "username webauthn" : "username",
        isFirst: true,
      })}
${passwordField(context, { name: "password", label: texts("auth.field.password"), autocomplete: "current-password" })}
<p class="aside"><a href="${links.forgotPassword}">${texts("auth.signIn.forgot")}</a></p>
${context.captcha}${submitButton(texts("auth.signIn.submit"), texts("auth.signIn.submitting"))}`,
    )}
${hasPasskeys && passkeySignIn(context)}
<p class="links"><a href="${signUpHref}">${texts("auth.signIn.signUp")}</a></p>`,
  });
}

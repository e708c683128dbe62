import { type Html, html } from "../../platform/http/html.ts";
import {
  emailField,
  type FormContext,
  form,
  type Names,
  nameFields,
  newPasswordField,
  problemBox,
  submitButton,
} from "./form-parts.ts";
import { type PageFrame, page } from "./layout.ts";

/** The sign-up form. */
export function signUpView(
  frame: PageFrame,
  context: FormContext,
  { passwordMinLength, ...typed }: Names & { email: string; passwordMinLength: number },
): Html {
  const { texts, links } = context;
  return page(frame, {
    title: texts("auth.signUp.title"),
    problem: problemBox(context),
    content: html`${form(
      context,
      html`${nameFields(context, typed)}
${emailField(context, { name: "email", label: texts("auth.field.email"), value: typed.email, autocomplete: "email" })}
${newPasswordField(context, { label: texts("auth.field.password"), minLength: passwordMinLength })}
${context.captcha}${submitButton(texts("auth.signUp.submit"), texts("auth.signUp.submitting"))}`,
    )}
<p class="links">${texts.html("auth.signUp.signIn", { link: (inside) => html`<a href="${links.signIn}">${inside}</a>` })}</p>`,
  });
}

import { readFlow } from "../../auth/pages/flow-cookie.ts";
import { wrong } from "../../auth/pages/problem.ts";
import { signUpView } from "../../auth/pages/sign-up-view.ts";
import { register } from "../../auth/register.ts";
import { withSpokenLanguage } from "../../auth/spoken-language.ts";
import { checkEmail, checkNames, checkNewPassword, readNames } from "./checks.ts";
import { type FormPageParts, formContext } from "./form-page.ts";
import { proceed } from "./proceed.ts";
import { rememberEmail, type SignInPage } from "./sign-in-page.ts";

type Field = "firstName" | "lastName" | "email" | "password";

/** `/hosted/sign-up`: a new account, for whoever has none yet. */
export const signUpPage: FormPageParts<SignInPage, Field> = {
  fields: ["firstName", "lastName", "email", "password"],
  limit: () => "registrations from an address",
  prefill({ deps, cookies, signIn }) {
    const { email = "", names } = readFlow(deps, cookies, signIn.token) ?? {};
    return { email, ...names };
  },
  remember: (page, { email }) => rememberEmail(page, email),
  async view(page, typed, problem) {
    const { passwordMinLength } = await page.deps.settings.read();
    return signUpView(page.frame, formContext(page, problem), { ...typed, passwordMinLength });
  },
  async submit(page, typed) {
    const { passwordMinLength } = await page.deps.settings.read();
    const { email, password } = typed;
    const names = readNames(typed);
    const issues = [
      ...checkNames(names),
      ...(await checkEmail(email)),
      ...checkNewPassword(password, passwordMinLength),
    ];
    if (issues.length > 0) return wrong(...issues);
    const profile = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ""));
    const request = { body: { loginId: { email }, password, profile } };
    const spoken = withSpokenLanguage(request, page.context.req.header("accept-language"));
    const answer = await register(page.deps, page.caller, spoken);
    return proceed(page, { email, names, begunAt: "signUp" }, answer);
  },
};

import { loginRequest } from "@porchlight/contract/auth/sign-in";
import { login } from "../../auth/login.ts";
import { loginView } from "../../auth/pages/login-view.ts";
import { type Issue, wrong } from "../../auth/pages/problem.ts";
import { wrongCredentials } from "./explain-failure.ts";
import { type FormPageParts, formContext } from "./form-page.ts";
import { hostedPaths } from "./paths.ts";
import { proceed } from "./proceed.ts";
import { rememberEmail, rememberedEmail, type SignInPage } from "./sign-in-page.ts";

/** `/hosted/login`: e-mail and password. What is no e-mail is answered as a wrong password is. */
export const loginPage: FormPageParts<SignInPage, "email" | "password"> = {
  fields: ["email", "password"],
  limit: () => "sign-in failures of an address",
  limitsFailures: true,
  prefill: (page) => ({ email: rememberedEmail(page, page.signIn) ?? "" }),
  remember: (page, { email }) => rememberEmail(page, email),
  view: (page, { email }, problem) =>
    loginView(page.frame, formContext(page, problem), { email, signUpHref: page.hrefOf(hostedPaths.signUp) }),
  async submit(page, { email, password }) {
    const missing: Issue[] = [];
    if (email.trim() === "") missing.push({ key: "auth.check.emailMissing", field: "email" });
    if (password === "") missing.push({ key: "auth.check.passwordMissing", field: "password" });
    if (missing.length > 0) return wrong(...missing);
    const request = loginRequest.safeParse({ body: { loginId: { email }, password } });
    if (!request.success) return wrongCredentials;
    return proceed(page, { email, begunAt: "login" }, await login(page.deps, page.caller, request.data));
  },
};

import { loginRequest } from "@porchlight/contract/auth/sign-in";
import { login } from "../../auth/login.ts";
import { loginView } from "../../auth/pages/login-view.ts";
import { type Issue, wrong } from "../../auth/pages/problem.ts";
import { wrongCredentials } from "./explain-failure.ts";
import { hostedPaths } from "./paths.ts";
import { proceed } from "./proceed.ts";
import type { SignInPageParts } from "./sign-in-page.ts";

/** `/hosted/login`: e-mail and password. What is no e-mail is answered as a wrong password is. */
export const loginPage: SignInPageParts<"email" | "password"> = {
  fields: ["email", "password"],
  limit: "sign-in failures of an address",
  limitsFailures: true,
  view: (page, { email }, problem) =>
    loginView(page.frame, page.formContext(problem), { email, signUpHref: page.hrefOf(hostedPaths.signUp) }),
  async submit(page, { email, password }) {
    const missing: Issue[] = [];
    if (email.trim() === "") missing.push({ key: "auth.check.emailMissing", field: "email" });
    if (password === "") missing.push({ key: "auth.check.passwordMissing", field: "password" });
    if (missing.length > 0) return wrong(...missing);
    const request = loginRequest.safeParse({ body: { loginId: { email }, password } });
    if (!request.success) return wrongCredentials;
    return proceed(page, email, await login(page.deps, page.caller, request.data));
  },
};

import { loginRequest } from "@porchlight/contract/auth/sign-in/schema";
import { siteRules } from "../../auth/mfa/site-rules.ts";
import { signInWithPasskey } from "../../auth/passkeys/sign-in-with-passkey.ts";
import { beginPasskeySignIn } from "../../auth/passkeys/start-passkey-sign-in.ts";
import { login } from "../../auth/sign-in/login.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { rememberedDevice } from "../cookies/device-cookie.ts";
import { wrongCredentials } from "../explain-failure.ts";
import { type FormPageParts, formContext, requestOf, type Typed } from "../form-page.ts";
import { explainPasskey } from "../mfa/explain-passkey.ts";
import { readPasskey } from "../mfa/read-passkey.ts";
import { tellScript } from "../script-response.ts";
import { loginView } from "../views/login-view.ts";
import { passkeyFields } from "../views/passkey-view.ts";
import { type Issue, type Problem, wrong } from "../views/problem.ts";
import { proceed } from "./proceed.ts";
import { rememberEmail, rememberedEmail, type SignInPage } from "./sign-in-page.ts";

const fields = ["email", "password", "ask", "passkey", ...passkeyFields] as const;
type TypedLogin = Typed<(typeof fields)[number]>;

/** `/hosted/login`: e-mail and password, or a passkey. What is no e-mail is answered as a wrong password is. */
export const loginPage: FormPageParts<SignInPage, (typeof fields)[number]> = {
  fields,
  captcha: "login",
  limit: ({ ask }) => (ask === "" ? "sign-in failures of an address" : undefined),
  limitsFailures: true,
  prefill: (page) => ({ email: rememberedEmail(page, page.signIn) ?? "" }),
  remember: (page, { email }) => rememberEmail(page, email),
  async view(page, { email }, problem) {
    const { hasPasskeys } = siteRules(page.context, await page.context.settings.read());
    const signUpHref = page.hrefOf(hostedPaths.signUp);
    return loginView(page.frame, formContext(page, problem), { email, signUpHref, hasPasskeys });
  },
  async submit(page, typed) {
    if (typed.ask !== "") return tellScript(page, () => tell(page, typed.ask));
    if (typed.passkey !== "") return signInByPasskey(page, typed);
    const { email, password } = typed;
    const missing: Issue[] = [];
    if (email.trim() === "") missing.push({ key: "auth.check.emailMissing", field: "email" });
    if (password === "") missing.push({ key: "auth.check.passwordMissing", field: "password" });
    if (missing.length > 0) return wrong(...missing);
    const clientMetaData = { deviceToken: rememberedDevice(page.context, page.cookies, email) };
    const { captchaTokens } = page;
    const request = loginRequest.safeParse({ body: { loginId: { email }, password, captchaTokens, clientMetaData } });
    if (!request.success) return wrongCredentials;
    return proceed(page, { email, begunAt: "login" }, await login(page.context, requestOf(page), request.data));
  },
};

/** What a passkey is asked: the page's script does not know. */
async function tell({ context, caller, c }: SignInPage, question: string): Promise<object> {
  if (question !== "passkey") throw new Refusal("NOT_FOUND");
  await context.limits.count("passkey sign-ins begun by an address", c.get("address"));
  return (await beginPasskeySignIn(context, { caller })).webauthn;
}

/** Takes no captcha: whoever has the passkey guesses nothing. */
async function signInByPasskey(page: SignInPage, typed: TypedLogin): Promise<Response | Problem> {
  try {
    const request = { body: { webauthnData: readPasskey(typed) } };
    const answer = await signInWithPasskey(page.context, requestOf(page), request);
    const email = answer.identity?.identityProfile?.emails?.[0]?.email ?? "";
    return await proceed(page, { email, begunAt: "login" }, answer);
  } catch (error) {
    const problem = explainPasskey(error, "signIn");
    if (problem) return problem;
    throw error;
  }
}

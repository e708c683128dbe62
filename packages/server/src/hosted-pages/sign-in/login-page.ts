import { loginRequest } from "@porchlight/contract/auth/sign-in/schema";
import { resolveMfaPolicy } from "../../auth/mfa/mfa-policy.ts";
import { signInWithPasskey, startPasskeySignIn } from "../../auth/passkeys/sign-in-with-passkey.ts";
import { login } from "../../auth/sign-in/login.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { readTrustedDevice } from "../cookies/device-cookie.ts";
import { type FormPageDefinition, type FormValues, formContext, requestOf } from "../form-page.ts";
import { respondToScript } from "../hosted-page.ts";
import { parsePasskey, passkeyProblem } from "../mfa/passkey-form.ts";
import { invalidCredentials } from "../to-problem.ts";
import { loginView } from "../views/login-view.ts";
import { passkeyFields } from "../views/passkey-view.ts";
import { type Problem, type ValidationError, validationProblem } from "../views/problem.ts";
import { proceed } from "./proceed.ts";
import { type SignInPage, storedEmail, storeEmail } from "./sign-in-page.ts";

const fields = ["email", "password", "ask", "passkey", ...passkeyFields] as const;
type LoginInput = FormValues<(typeof fields)[number]>;

/** `/hosted/login`: email and password, or a passkey. A malformed email gets the same error as a wrong password. */
export const loginPage: FormPageDefinition<SignInPage, (typeof fields)[number]> = {
  fields,
  captcha: "login",
  limit: ({ ask }) => (ask === "" ? "signInFailuresPerIp" : undefined),
  limitsFailures: true,
  prefill: (page) => ({ email: storedEmail(page, page.signIn) ?? "" }),
  saveInput: (page, { email }) => storeEmail(page, email),
  async view(page, { email }, problem) {
    const { hasPasskeys } = resolveMfaPolicy(page.context, await page.context.settings.read());
    const signUpHref = page.hrefOf(hostedPaths.signUp);
    return loginView(page.frame, formContext(page, problem), { email, signUpHref, hasPasskeys });
  },
  async submit(page, typed) {
    if (typed.ask !== "") return respondToScript(page, () => getScriptData(page, typed.ask));
    if (typed.passkey !== "") return submitPasskey(page, typed);
    const { email, password } = typed;
    const missing: ValidationError[] = [];
    if (email.trim() === "") missing.push({ key: "auth.check.emailMissing", field: "email" });
    if (password === "") missing.push({ key: "auth.check.passwordMissing", field: "password" });
    if (missing.length > 0) return validationProblem(...missing);
    const clientMetaData = { deviceToken: readTrustedDevice(page.context, page.cookies, email) };
    const { captchaTokens } = page;
    const request = loginRequest.safeParse({ body: { loginId: { email }, password, captchaTokens, clientMetaData } });
    if (!request.success) return invalidCredentials;
    return proceed(page, { email, startPage: "login" }, await login(page.context, requestOf(page), request.data));
  },
};

/** Data for the page's script: the options of a passkey request. */
async function getScriptData({ context, caller, c }: SignInPage, question: string): Promise<object> {
  if (question !== "passkey") throw new Refusal("NOT_FOUND");
  await context.limits.count("passkeySignInsPerIp", c.get("address"));
  return (await startPasskeySignIn(context, { caller })).webauthn;
}

/** Requires no captcha: a passkey cannot be guessed. */
async function submitPasskey(page: SignInPage, typed: LoginInput): Promise<Response | Problem> {
  try {
    const request = { body: { webauthnData: parsePasskey(typed) } };
    const response = await signInWithPasskey(page.context, requestOf(page), request);
    const email = response.identity?.identityProfile?.emails?.[0]?.email ?? "";
    return await proceed(page, { email, startPage: "login" }, response);
  } catch (error) {
    const problem = passkeyProblem(error, "signIn");
    if (problem) return problem;
    throw error;
  }
}

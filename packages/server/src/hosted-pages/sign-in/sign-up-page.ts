import type { RegisterRequest, StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import { dueCaptcha } from "../../auth/captcha/due-captcha.ts";
import { register } from "../../auth/registration/register.ts";
import { login } from "../../auth/sign-in/login.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { withSpokenLanguage } from "../../platform/i18n/accept-language.ts";
import { checkEmail, checkNames, checkNewPassword, readNames } from "../checks.ts";
import { readFlow } from "../cookies/flow-cookie.ts";
import { type FormPageParts, formContext, requestOf } from "../form-page.ts";
import { wrong } from "../views/problem.ts";
import { signUpView } from "../views/sign-up-view.ts";
import { proceed } from "./proceed.ts";
import { rememberEmail, type SignInPage } from "./sign-in-page.ts";

type Field = "firstName" | "lastName" | "email" | "password";

/** `/hosted/sign-up`: a new account, for whoever has none yet. */
export const signUpPage: FormPageParts<SignInPage, Field> = {
  fields: ["firstName", "lastName", "email", "password"],
  captcha: "register",
  limit: () => "registrations from an address",
  prefill({ context, cookies, signIn }) {
    const { email = "", names } = readFlow(context, cookies, signIn.token) ?? {};
    return { email, ...names };
  },
  remember: (page, { email }) => rememberEmail(page, email),
  async view(page, typed, problem) {
    const { passwordMinLength } = await page.context.settings.read();
    return signUpView(page.frame, formContext(page, problem), { ...typed, passwordMinLength });
  },
  async submit(page, typed) {
    const { passwordMinLength } = await page.context.settings.read();
    const { email, password } = typed;
    const names = readNames(typed);
    const issues = [
      ...checkNames(names),
      ...(await checkEmail(email)),
      ...checkNewPassword(password, passwordMinLength),
    ];
    if (issues.length > 0) return wrong(...issues);
    const profile = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ""));
    const request = { body: { loginId: { email }, password, profile, captchaTokens: page.captchaTokens } };
    const spoken = withSpokenLanguage(request, page.c.req.header("accept-language"));
    const answer = await register(page.context, requestOf(page), spoken).catch((error: unknown) =>
      signIn(page, spoken, error),
    );
    return proceed(page, { email, names, begunAt: "signUp" }, answer);
  },
};

/** There is such an account: who sends the form twice, or has forgotten that they did, knows its password. */
async function signIn(
  { context, caller, c }: SignInPage,
  { body: { loginId, password } }: RegisterRequest,
  refusal: unknown,
): Promise<StateMachineAnswer> {
  if (!(refusal instanceof Refusal) || refusal.code !== "-19995") throw refusal;
  const address = c.get("address");
  // The sign-up has passed the captcha that is always asked for, and knows nothing of failures at this account.
  const { captcha } = await context.settings.read();
  const occasion = { purpose: "login", address, email: loginId.email } as const;
  if (captcha === "afterFailures" && (await dueCaptcha(context, caller, occasion))) throw refusal;
  const input = { body: { loginId, password } };
  return login(context, requestOf({ c, caller }), input, { isPerson: true }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === "-19976" ? refusal : error;
  });
}

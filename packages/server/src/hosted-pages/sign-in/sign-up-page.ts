import type { RegisterRequest, StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { findRequiredCaptcha } from "../../auth/captcha/required-captcha.ts";
import { register } from "../../auth/registration/register.ts";
import { login } from "../../auth/sign-in/login.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { withAcceptedLanguage } from "../../platform/i18n/texts.ts";
import { readFlow } from "../cookies/flow-cookie.ts";
import { type FormPageDefinition, formContext, requestOf } from "../form-page.ts";
import { parseNames, validateEmailInput, validateNames, validateNewPassword } from "../form-validation.ts";
import { validationProblem } from "../views/problem.ts";
import { signUpView } from "../views/sign-up-view.ts";
import { proceed } from "./proceed.ts";
import { type SignInPage, storeEmail } from "./sign-in-page.ts";

type Field = "firstName" | "lastName" | "email" | "password";

/** `/hosted/sign-up`: creates an account. */
export const signUpPage: FormPageDefinition<SignInPage, Field> = {
  fields: ["firstName", "lastName", "email", "password"],
  captcha: "register",
  limit: () => "registrationsPerIp",
  prefill({ context, cookies, signIn }) {
    const { email = "", names } = readFlow(context, cookies, signIn.token) ?? {};
    return { email, ...names };
  },
  saveInput: (page, { email }) => storeEmail(page, email),
  async view(page, typed, problem) {
    const { passwordMinLength } = await page.context.settings.read();
    return signUpView(page.frame, formContext(page, problem), { ...typed, passwordMinLength });
  },
  async submit(page, typed) {
    const { passwordMinLength } = await page.context.settings.read();
    const { email, password } = typed;
    const names = parseNames(typed);
    const issues = [
      ...validateNames(names),
      ...(await validateEmailInput(email)),
      ...validateNewPassword(password, passwordMinLength),
    ];
    if (issues.length > 0) return validationProblem(...issues);
    const profile = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ""));
    const request = { body: { loginId: { email }, password, profile, captchaTokens: page.captchaTokens } };
    const input = withAcceptedLanguage(page.context.site, request, page.c.req.header("accept-language"));
    const response = await register(page.context, requestOf(page), input).catch((error: unknown) =>
      signIn(page, input, error),
    );
    return proceed(page, { email, names, startPage: "signUp" }, response);
  },
};

/** Signs in if the account exists and the password is right, for people who submit the form twice. */
async function signIn(
  { context, caller, c }: SignInPage,
  { body: { loginId, password } }: RegisterRequest,
  refusal: unknown,
): Promise<StateMachineResponse> {
  if (!(refusal instanceof Refusal) || refusal.code !== "-19995") throw refusal;
  const ip = c.get("address");
  // The sign-up captcha does not cover failed sign-ins to this account.
  const { captcha } = await context.settings.read();
  const occasion = { purpose: "login", ip, email: loginId.email } as const;
  if (captcha === "afterFailures" && (await findRequiredCaptcha(context, caller, occasion))) throw refusal;
  const input = { body: { loginId, password } };
  return login(context, requestOf({ c, caller }), input, { isPerson: true }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === "-19976" ? refusal : error;
  });
}

import type { SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { foldCode } from "@porchlight/contract/auth/verification-code";
import * as z from "zod";
import { verifyFactor } from "../../auth/mfa/verify-factor.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Html } from "../../platform/http/html.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { storeTrustedDevice } from "../cookies/device-cookie.ts";
import { type PendingSecondFactor, readFlow, type SignInFlow, storeFlow } from "../cookies/flow-cookie.ts";
import { type FormPageDefinition, type FormValues, formContext, requestOf } from "../form-page.ts";
import { type HostedPage, redirectToPage, respondToScript, sendPage, singleParameter } from "../hosted-page.ts";
import { proceed } from "../sign-in/proceed.ts";
import { openSignInPage, type SignInPage } from "../sign-in/sign-in-page.ts";
import { type FormContext, inSentence } from "../views/form-parts.ts";
import { passkeyFields, passkeyStepView } from "../views/passkey-view.ts";
import { type Problem, validationProblem } from "../views/problem.ts";
import {
  expiredSecondFactorView,
  type SecondFactorProps,
  secondFactorView,
  sendCodeView,
} from "../views/second-factor-view.ts";
import { parsePasskey, passkeyProblem } from "./passkey-form.ts";
import { getDeviceStatus, isDevicePending, pushView, resendPush, verifyPush } from "./push-step.ts";
import { type CodeForm, secondFactorMethods } from "./second-factor-methods.ts";
import { resendDelayMs, sendCode } from "./send-code.ts";

/** The page of a sign-in that waits for the second factor. */
export interface SecondFactorPage extends SignInPage {
  flow: SignInFlow;
  secondFactor: PendingSecondFactor;
  /** The selected factor. */
  method: SecondFactorType;
  others: SecondFactorType[];
}

/** Query parameter: the selected factor. Default: the preferred one. */
const methodParameter = "method";

/** Opens the page if a sign-in in this browser waits for a second factor. */
export async function openSecondFactorPage(page: HostedPage): Promise<SecondFactorPage | Response> {
  const opened = await openSignInPage(page, hostedPaths.mfa);
  if (opened instanceof Response) return opened;
  const { context, cookies, signIn } = opened;
  const { secondFactor: step, ...flow } = readFlow(context, cookies, signIn.token) ?? { email: "" };
  const methods = step?.factors.map(({ factorType }) => factorType) ?? [];
  const requested = singleParameter(page, methodParameter);
  const method = methods.find((name) => name === requested) ?? methods[0];
  if (!step || !method) {
    // Reload the page: another tab may have completed the sign-in.
    if (page.c.req.method === "POST") return redirectToPage(page, opened.href);
    const view = expiredSecondFactorView(page.frame, { signInHref: opened.hrefOf(hostedPaths.login) });
    return sendPage(page, view, { status: 400 });
  }
  return {
    ...opened,
    href: hrefOf(opened, method),
    // Bind the form to the person, in case two people sign in in this browser at once.
    boundTo: `${signIn.token} ${flow.email}`,
    flow,
    secondFactor: step,
    method,
    others: methods.filter((name) => name !== method),
  };
}

const hrefOf = ({ hrefOf }: SignInPage, method: SecondFactorType) =>
  `${hrefOf(hostedPaths.mfa)}&${new URLSearchParams({ [methodParameter]: method })}`;

const fields = ["code", "remember", "failures", "send", "ask", ...passkeyFields] as const;
type SecondFactorInput = FormValues<(typeof fields)[number]>;

/** `/hosted/mfa`: the second factor of a sign-in. */
export const secondFactorPage: FormPageDefinition<SecondFactorPage, (typeof fields)[number]> = {
  fields,
  view(page, typed, problem) {
    const { frame, secondFactor: step, method } = page;
    const { code, send: sending } = secondFactorMethods[method];
    const form = formContext(page, problem);
    const { texts } = frame;
    const remembers = typed.remember !== "";
    const around = {
      reason: step.reason,
      others: page.others.map((name) => ({ label: texts(secondFactorMethods[name].name), href: hrefOf(page, name) })),
      signInHref: page.hrefOf(hostedPaths.login),
    };
    if (sending && !(method === "PUSH" ? isDevicePending(page) : step.sent?.method === method)) {
      const lead = texts.html(sending.question, { hint: inSentence(targetOf(page)) });
      return sendCodeView(frame, form, { ...around, lead, button: texts(sending.button) });
    }
    if (code) return codeView(page, form, code, around, typed, problem);
    return method === "PUSH"
      ? pushView(page, form, { ...around, remembers })
      : passkeyStepView(frame, form, { ...around, remembers });
  },
  async submit(page, typed) {
    try {
      if (typed.ask !== "") return await respondToScript(page, () => getScriptData(page, typed.ask), hasEnded);
      if (typed.send !== "" && secondFactorMethods[page.method].send) return await send(page);
      return await confirm(page, typed);
    } catch (error) {
      const problem = passkeyProblem(error, "step");
      if (problem) return problem;
      if (hasEnded(error)) {
        storeFlow(page.context, page.cookies, page.signIn.token, page.flow);
        return redirectToPage(page, page.href);
      }
      throw error;
    }
  },
};

const targetOf = ({ secondFactor: step, method }: SecondFactorPage) =>
  step.factors.find(({ factorType }) => factorType === method)?.hint ?? "";

function codeView(
  page: SecondFactorPage,
  form: FormContext,
  { lead, hint, field, hasClock = false, again }: CodeForm,
  around: Omit<SecondFactorProps, "lead">,
  { code, remember, failures }: SecondFactorInput,
  problem: Problem | undefined,
): Html {
  const { frame, secondFactor: step, method } = page;
  const { texts } = frame;
  const isWrong = problem?.issues?.some(({ key }) => key === wrongCode) ?? false;
  const isSent = step.sent?.isAnother === true && resendDelayMs(page, step, method) > 0;
  return secondFactorView(frame, form, {
    ...around,
    lead: texts.html(lead, { hint: inSentence(targetOf(page)) }),
    field: field(form, {
      name: "code",
      label: texts("auth.field.code"),
      hint: texts(hint),
      value: code,
      isFirst: true,
    }),
    failures: (Number(failures) || 0) + (isWrong ? 1 : 0),
    hasClock,
    remembers: remember !== "",
    again: again && { label: texts(again.label), help: texts(again.help), isSent },
  });
}

const wrongCode = "secondStep.error.codeWrong";
/** The sign-in has to start again: it expired, or the factor is no longer available. */
const hasEnded = (error: unknown) =>
  error instanceof Refusal && (error.code === "STATE_TOKEN_INVALID" || error.code === "FACTOR_NOT_AVAILABLE");

/** Data for the page's script: whether the device responded, or the options of a passkey request. */
async function getScriptData(page: SecondFactorPage, question: string): Promise<object> {
  if (page.method === "PUSH" && question === "device") return getDeviceStatus(page);
  if (page.method !== "WEBAUTHN" || question !== "passkey") throw new Refusal("NOT_FOUND");
  const { mfaChallengeData } = await verify(page, secondFactorMethods[page.method].data(), false);
  return mfaChallengeData?.webauthn ?? {};
}

async function send(page: SecondFactorPage): Promise<Response | Problem> {
  const { flow, secondFactor: step, method } = page;
  if (method === "PUSH") return resendPush(page, flow, step);
  const wait = Math.ceil(resendDelayMs(page, step, method) / 1_000);
  if (wait > 0)
    return {
      status: 429,
      retryAfter: wait,
      notice: { kind: "warning", key: "hosted.verify.resendWait", values: { n: wait } },
    };
  await sendCode(page, flow, step, method);
  return redirectToPage(page, page.href);
}

async function confirm(page: SecondFactorPage, typed: SecondFactorInput): Promise<Response | Problem> {
  const { flow, method } = page;
  const { code, data } = secondFactorMethods[method];
  const remembers = typed.remember !== "";
  if (method === "PUSH") return verifyPush(page, () => verify(page, data(), remembers));
  const normalized = foldCode(typed.code);
  const issue = code?.validate(normalized);
  if (issue) return validationProblem(issue);
  const proof = code ? data(normalized) : { webauthnData: parsePasskey(typed) };
  return proceed(page, flow, await verify(page, proof, remembers));
}

/** Verifies the second factor and stores the device token if the member trusts this browser. */
async function verify(
  { c, context, caller, cookies, flow, secondFactor: step, method }: SecondFactorPage,
  proof: Partial<VerifyFactorRequest["body"]>,
  rememberThisDevice: boolean,
): Promise<StateMachineResponse> {
  const body = { stateToken: step.stateToken, rememberThisDevice, ...proof };
  const response = await verifyFactor(context, requestOf({ c, caller }), { params: { factorType: method }, body });
  const deviceToken = deviceTokenIn(response);
  if (deviceToken !== undefined) storeTrustedDevice(context, cookies, flow.email, deviceToken);
  return response;
}

const deviceDataSchema = z.object({ deviceToken: z.object({ strValue: z.string() }) });

function deviceTokenIn({ additionalData }: StateMachineResponse): string | undefined {
  return deviceDataSchema.safeParse(additionalData).data?.deviceToken.strValue;
}

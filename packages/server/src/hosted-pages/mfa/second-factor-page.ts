import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import * as z from "zod";
import { verifyFactor } from "../../auth/mfa/verify-factor.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Html } from "../../platform/http/html.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { foldCode } from "../checks.ts";
import { keepDevice } from "../cookies/device-cookie.ts";
import { type AwaitedSecondStep, keepFlow, readFlow, type SignInFlow } from "../cookies/flow-cookie.ts";
import { type FormPageParts, formContext, requestOf, type Typed } from "../form-page.ts";
import { type HostedPage, oneParameter, sendOn, sendPage } from "../hosted-page.ts";
import { tellScript } from "../script-response.ts";
import { proceed } from "../sign-in/proceed.ts";
import { openSignInPage, type SignInPage } from "../sign-in/sign-in-page.ts";
import { type FormContext, inSentence } from "../views/form-parts.ts";
import { passkeyFields, passkeyStepView } from "../views/passkey-view.ts";
import { type Problem, wrong } from "../views/problem.ts";
import { type StepProps, secondStepView, sendCodeView, tooLateView } from "../views/second-factor-view.ts";
import { explainPasskey } from "./explain-passkey.ts";
import { askDeviceAgain, isDeviceAsked, lookAtDevice, tellOfDevice, viewDevice } from "./push-step.ts";
import { readPasskey } from "./read-passkey.ts";
import { type CodeStep, type MethodName, methodOf, methodsOf } from "./second-factor-methods.ts";
import { pauseLeft, sendCode } from "./send-code.ts";

/** A page of a sign-in that waits for the second step. */
export interface SecondStepPage extends SignInPage {
  flow: SignInFlow;
  step: AwaitedSecondStep;
  /** How it is taken on this page. */
  method: MethodName;
  others: MethodName[];
}

/** Says which of the ways to take the second step was chosen; the best one unless given. */
const methodParameter = "method";

/** The page of whoever has come to the second step in this browser; others belong to the sign-in page. */
export async function openSecondStepPage(page: HostedPage): Promise<SecondStepPage | Response> {
  const opened = await openSignInPage(page, hostedPaths.mfa);
  if (opened instanceof Response) return opened;
  const { context, cookies, signIn } = opened;
  const { secondStep: step, ...flow } = readFlow(context, cookies, signIn.token) ?? { email: "" };
  const methods = methodsOf(step?.factors ?? []);
  const asked = oneParameter(page, methodParameter);
  const method = methods.find((name) => name === asked) ?? methods[0];
  if (!step || !method) {
    // Another form of this browser may have come to something in the meantime: a page that is asked for anew knows.
    if (page.c.req.method === "POST") return sendOn(page, opened.href);
    const view = tooLateView(page.frame, { signInHref: opened.hrefOf(hostedPaths.login) });
    return sendPage(page, view, { status: 400 });
  }
  return {
    ...opened,
    href: hrefOf(opened, method),
    // Of two people who sign in in this browser at once, each sends their own form only.
    boundTo: `${signIn.token} ${flow.email}`,
    flow,
    step,
    method,
    others: methods.filter((name) => name !== method),
  };
}

const hrefOf = ({ hrefOf }: SignInPage, method: MethodName) =>
  `${hrefOf(hostedPaths.mfa)}&${new URLSearchParams({ [methodParameter]: method })}`;

const fields = ["code", "remember", "failures", "send", "ask", ...passkeyFields] as const;
type TypedStep = Typed<(typeof fields)[number]>;

/** `/hosted/mfa`: the second step of a sign-in, with the best of the member's methods or the one that they chose. */
export const secondStepPage: FormPageParts<SecondStepPage, (typeof fields)[number]> = {
  fields,
  view(page, typed, problem) {
    const { frame, step, method } = page;
    const { code, sending } = methodOf(method);
    const c = formContext(page, problem);
    const { texts } = frame;
    const remembers = typed.remember !== "";
    const around = {
      reason: step.reason,
      others: page.others.map((name) => ({ label: texts(methodOf(name).name), href: hrefOf(page, name) })),
      signInHref: page.hrefOf(hostedPaths.login),
    };
    if (sending && !(method === "PUSH" ? isDeviceAsked(page) : step.sent?.method === method)) {
      const lead = texts.html(sending.ask, { hint: inSentence(targetOf(page)) });
      return sendCodeView(frame, c, { ...around, lead, button: texts(sending.button) });
    }
    if (code) return viewCode(page, c, code, around, typed, problem);
    return method === "PUSH"
      ? viewDevice(page, c, { ...around, remembers })
      : passkeyStepView(frame, c, { ...around, remembers });
  },
  async submit(page, typed) {
    try {
      if (typed.ask !== "") return await tellScript(page, () => tell(page, typed.ask), hasEnded);
      if (typed.send !== "" && methodOf(page.method).sending) return await send(page);
      return await confirm(page, typed);
    } catch (error) {
      const problem = explainPasskey(error, "step");
      if (problem) return problem;
      if (hasEnded(error)) {
        keepFlow(page.context, page.cookies, page.signIn.token, page.flow);
        return sendOn(page, page.href);
      }
      throw error;
    }
  },
};

const targetOf = ({ step, method }: SecondStepPage) =>
  step.factors.find(({ factorType }) => factorType === method)?.hint ?? "";

function viewCode(
  page: SecondStepPage,
  c: FormContext,
  { lead, hint, field, hasClock = false, again }: CodeStep,
  around: Omit<StepProps, "lead">,
  { code, remember, failures }: TypedStep,
  problem: Problem | undefined,
): Html {
  const { frame, step, method } = page;
  const { texts } = frame;
  const isWrong = problem?.issues?.some(({ key }) => key === wrongCode) ?? false;
  const isSent = step.sent?.isAnother === true && pauseLeft(page, step, method) > 0;
  return secondStepView(frame, c, {
    ...around,
    lead: texts.html(lead, { hint: inSentence(targetOf(page)) }),
    field: field(c, {
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
/** The sign-in cannot go on, or not in this way any more: signing in again tells how it can. */
const hasEnded = (error: unknown) =>
  error instanceof Refusal && (error.code === "STATE_TOKEN_INVALID" || error.code === "FACTOR_NOT_AVAILABLE");

/** What the page's script asks: whether the device has answered, or what a passkey is asked. */
async function tell(page: SecondStepPage, question: string): Promise<object> {
  if (page.method === "PUSH" && question === "device") return tellOfDevice(page);
  if (page.method !== "WEBAUTHN" || question !== "passkey") throw new Refusal("NOT_FOUND");
  const { mfaChallengeData } = await verify(page, methodOf(page.method).data(), false);
  return mfaChallengeData?.webauthn ?? {};
}

async function send(page: SecondStepPage): Promise<Response | Problem> {
  const { flow, step, method } = page;
  if (method === "PUSH") return askDeviceAgain(page, flow, step);
  const wait = Math.ceil(pauseLeft(page, step, method) / 1_000);
  if (wait > 0)
    return {
      status: 429,
      retryAfter: wait,
      notice: { kind: "warning", key: "hosted.verify.resendWait", values: { n: wait } },
    };
  await sendCode(page, flow, step, method);
  return sendOn(page, page.href);
}

async function confirm(page: SecondStepPage, typed: TypedStep): Promise<Response | Problem> {
  const { flow, method } = page;
  const { code, data } = methodOf(method);
  const remembers = typed.remember !== "";
  if (method === "PUSH") return lookAtDevice(page, () => verify(page, data(), remembers));
  const folded = foldCode(typed.code);
  const issue = code?.check(folded);
  if (issue) return wrong(issue);
  const proof = code ? data(folded) : { webauthnData: readPasskey(typed) };
  return proceed(page, flow, await verify(page, proof, remembers));
}

/** Takes the second step, and keeps the device that is to be remembered with it. */
async function verify(
  { c, context, caller, cookies, flow, step, method }: SecondStepPage,
  proof: Partial<VerifyFactorRequest["body"]>,
  rememberThisDevice: boolean,
): Promise<StateMachineAnswer> {
  const body = { stateToken: step.stateToken, rememberThisDevice, ...proof };
  const answer = await verifyFactor(context, requestOf({ c, caller }), { params: { factorType: method }, body });
  const deviceToken = deviceTokenIn(answer);
  if (deviceToken !== undefined) keepDevice(context, cookies, flow.email, deviceToken);
  return answer;
}

const deviceFacts = z.object({ deviceToken: z.object({ strValue: z.string() }) });

function deviceTokenIn({ additionalData }: StateMachineAnswer): string | undefined {
  return deviceFacts.safeParse(additionalData).data?.deviceToken.strValue;
}

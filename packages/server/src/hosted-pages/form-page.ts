import type { CaptchaTokens } from "@porchlight/contract/auth/captcha/schema";
import { captchaSources } from "../auth/captcha/captcha-sources.ts";
import { dueCaptcha, type GuardedPurpose } from "../auth/captcha/due-captcha.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import { type Html, html } from "../platform/http/html.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { readForm } from "../platform/http/read-form.ts";
import type { RequestContext } from "../platform/http/request-context.ts";
import type { App, HonoContext } from "../platform/http/serve.ts";
import type { LimitName } from "../platform/rate-limits/limits.ts";
import { formToken, formTokenField, isOurForm } from "./cookies/form-guard.ts";
import { explainFailure } from "./explain-failure.ts";
import { answerPage, type HostedPage, sendOn, sendPage, sendRefusedForm } from "./hosted-page.ts";
import { keepProblem, takeProblem } from "./stored-problem.ts";
import { captchaFields, captchaPart } from "./views/captcha-part.ts";
import type { FormContext, PageLinks } from "./views/form-parts.ts";
import type { Problem } from "./views/problem.ts";

/** A page with a form. */
export interface FormPage extends HostedPage {
  /** Whoever sits before it, for the use cases. */
  caller: Caller;
  /** Where it is shown, and its form sent to. */
  href: string;
  /** What its form is part of: the form's token is good for nothing else. */
  boundTo: string;
  links: PageLinks;
  /** Where the answer to the form may redirect to, beside this server. */
  formTarget?: string;
  /** What its form waits for, when there is a captcha to pass. */
  captcha?: Html | undefined;
  /** What its form shows of one. */
  captchaTokens?: CaptchaTokens;
}

export type Typed<Field extends string> = Readonly<Record<Field, string>>;

/** The request that shows or submits this page, as use cases take it. */
export const requestOf = ({ c, caller }: Pick<FormPage, "c" | "caller">): RequestContext => ({
  id: c.get("requestId"),
  caller,
  ip: c.get("address"),
  userAgent: c.req.header("user-agent"),
});

export interface FormPageParts<Page extends FormPage, Field extends string> {
  /** Of its form. */
  fields: readonly Field[];
  /** How often one address may send the form: as often as it may read unless given. */
  limit?(typed: Typed<Field>): LimitName | undefined;
  /** Whether what succeeds counts for nothing. */
  limitsFailures?: boolean;
  /** What a captcha may be asked for. */
  captcha?: GuardedPurpose;
  /** What the form holds when the page is opened; nothing unless given. */
  prefill?(page: Page): Partial<Typed<Field>>;
  /** Answers whoever opens the page and has no use for the form, if that is so. */
  instead?(page: Page): Promise<Response | undefined>;
  view(page: Page, typed: Typed<Field>, problem?: Problem): Html | Promise<Html>;
  /** Answers where to go next, or what to say above the form, which is then shown again, by GET, with what was typed. What it throws is put into words. */
  submit(page: Page, typed: Typed<Field>): Promise<Response | Problem>;
  /** Keeps for the pages around it what did not get through. */
  remember?(page: Page, typed: Typed<Field>): void;
}

/** What the forms on a page are drawn with. */
export function formContext(page: FormPage, problem?: Problem): FormContext {
  const { context, cookies, frame, href, boundTo, links, captcha } = page;
  return { texts: frame.texts, action: href, token: formToken(context, cookies, boundTo), links, problem, captcha };
}

/**
 * Puts a page with a form on the server: GET shows it, POST at the same address sends it. What is no form of ours changes nothing.
 *
 * @param open Makes the page of a request, or answers where there is none.
 */
export function serveFormPage<Page extends FormPage, Field extends string>(
  app: App,
  context: ServerContext,
  path: string,
  open: (page: HostedPage) => Promise<Page | Response>,
  parts: FormPageParts<Page, Field>,
): void {
  const answer = (c: HonoContext, work: (page: Page) => Promise<Response>) =>
    answerPage(c, context, async (page) => {
      const opened = await open(page);
      return opened instanceof Response ? opened : work(opened);
    });
  const show = async (page: Page, typed: Typed<Field>, problem?: Problem) => {
    const captcha = parts.captcha && (await captchaOf(page, parts.captcha, typed, problem));
    const view = await parts.view({ ...page, captcha }, typed, problem);
    const sources = captcha && (await captchaSources(context));
    return sendPage(page, view, { ...problem, formTarget: page.formTarget, captchaSources: sources });
  };

  app.get(path, (c) =>
    answer(c, async (page) => {
      const empty = Object.fromEntries(parts.fields.map((name) => [name, ""])) as Record<Field, string>;
      const kept = takeProblem(page);
      if (kept) return show(page, { ...empty, ...kept.typed }, kept.problem);
      const instead = await parts.instead?.(page);
      if (instead) return instead;
      return show(page, { ...empty, ...parts.prefill?.(page) });
    }),
  );
  app.post(path, (c) =>
    answer(c, async (page) => {
      const form = await readOurForm(page, parts.captcha ? [...parts.fields, ...captchaFields] : parts.fields);
      if (typeof form === "number") return sendRefusedForm(page, form, page.href);
      const typed: Typed<Field> = form;
      const address = c.get("address");
      const showAgain = (problem: Problem) => {
        parts.remember?.(page, typed);
        // Whoever comes back here from the next page is not asked whether to send the form again.
        return keepProblem(page, typed, problem) ? sendOn(page, page.href) : show(page, typed, problem);
      };
      try {
        const limit = parts.limit?.(typed);
        if (limit) await context.limits.count(limit, address);
        const outcome = await parts.submit({ ...page, captchaTokens: readCaptcha(form) }, typed);
        if (!(outcome instanceof Response)) return await showAgain(outcome);
        if (limit && parts.limitsFailures) await context.limits.takeBack(limit, address);
        return outcome;
      } catch (error) {
        return showAgain(explainFailure(context, error, c.get("requestId")));
      }
    }),
  );
}

/** The captcha that is due with the next sending, and with it as long as one was refused. */
async function captchaOf(
  page: FormPage,
  purpose: GuardedPurpose,
  typed: Readonly<Record<string, string>>,
  problem: Problem | undefined,
): Promise<Html | undefined> {
  const { c, context, caller, frame } = page;
  const email = purpose === "login" ? typed["email"] : undefined;
  const setup = await dueCaptcha(context, caller, { purpose, address: c.get("address"), email });
  const kind = problem?.captcha ?? setup?.kind;
  return kind && captchaPart(frame.texts, { purpose, kind, scriptless: await tellScriptless(page, purpose, problem) });
}

/** What to do without scripts, which a captcha needs. */
async function tellScriptless(
  { context, frame: { texts }, links }: FormPage,
  purpose: GuardedPurpose,
  problem: Problem | undefined,
): Promise<Html | undefined> {
  if (purpose === "login")
    return texts.html("hosted.captcha.scriptlessLink", {
      reset: (inside) => html`<a href="${links.forgotPassword}">${inside}</a>`,
    });
  const { emailVerification } = await context.settings.read();
  if (purpose === "register" && emailVerification !== "required") return texts.html("hosted.captcha.scriptless");
  // The first few are let through; who is refused has had them.
  return problem?.captcha && texts.html("hosted.captcha.scriptlessLater");
}

function readCaptcha({ captchaSilent, captchaVisible }: Readonly<Record<string, string>>): CaptchaTokens {
  if (captchaVisible) return [{ Recaptcha: captchaVisible }];
  return captchaSilent ? [{ InvisibleRecaptcha: captchaSilent }] : undefined;
}

/** What was typed, or the status of the refusal. */
async function readOurForm<Field extends string>(
  { c, context, cookies, boundTo }: FormPage,
  fields: readonly Field[],
): Promise<Record<Field, string> | number> {
  let form: Record<Field | typeof formTokenField, string>;
  try {
    form = await readForm(c.req.raw, [...fields, formTokenField], bodyLimits.identity.bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
  return isOurForm(context, c, cookies, { token: form[formTokenField], boundTo }) ? form : 403;
}

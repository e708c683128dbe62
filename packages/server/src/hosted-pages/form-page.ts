import type { CaptchaTokens } from "@porchlight/contract/auth/captcha/schema";
import { captchaSources } from "../auth/captcha/captcha.ts";
import { findRequiredCaptcha, type GuardedPurpose } from "../auth/captcha/required-captcha.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { RequestContext } from "../platform/context/request-context.ts";
import { type Html, html } from "../platform/http/html.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { readForm } from "../platform/http/read-form.ts";
import type { App, HonoContext } from "../platform/http/serve.ts";
import type { RateLimitName } from "../platform/rate-limits/limits.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { formToken, formTokenField, isTrustedForm } from "./cookies/form-guard.ts";
import { type HostedPage, redirectToPage, sendPage, sendRejectedForm, servePage } from "./hosted-page.ts";
import { consumeProblem, storeProblem } from "./stored-problem.ts";
import { toProblem } from "./to-problem.ts";
import { captchaFields, captchaPart, type FormContext, type PageLinks } from "./views/form-parts.ts";
import type { Problem } from "./views/problem.ts";

/** A page with a form. */
export interface FormPage extends HostedPage {
  /** The caller that use cases receive. */
  caller: Caller;
  /** The URL of the page and of its form. */
  href: string;
  /** The flow that the form belongs to. Its token is valid for this flow only. */
  boundTo: string;
  links: PageLinks;
  /** A URL that the response to the form may redirect to, in addition to this server. */
  formTarget?: string;
  /** The captcha to solve before the form is submitted. */
  captcha?: Html | undefined;
  /** The solved captcha that was submitted. */
  captchaTokens?: CaptchaTokens;
}

export type FormValues<Field extends string> = Readonly<Record<Field, string>>;

/** The request that shows or submits this page, as use cases take it. */
export const requestOf = ({ c, caller }: Pick<FormPage, "c" | "caller">): RequestContext => ({
  id: c.get("requestId"),
  caller,
  ip: c.get("address"),
  userAgent: c.req.header("user-agent"),
});

export interface FormPageDefinition<Page extends FormPage, Field extends string> {
  fields: readonly Field[];
  /** The rate limit per IP address. Default: the limit of reads. */
  limit?(typed: FormValues<Field>): RateLimitName | undefined;
  /** Whether only failed submissions count. */
  limitsFailures?: boolean;
  /** The purpose of the captcha that the form may require. */
  captcha?: GuardedPurpose;
  /** Initial values. Default: empty. */
  prefill?(page: Page): Partial<FormValues<Field>>;
  /** Returns a response to send instead of the form, if the form does not apply. */
  redirect?(page: Page): Promise<Response | undefined>;
  view(page: Page, typed: FormValues<Field>, problem?: Problem): Html | Promise<Html>;
  /**
   * Returns the next response, or a problem to show above the form, which is then shown again with the input after a
   * redirect. Errors become problems.
   */
  submit(page: Page, typed: FormValues<Field>): Promise<Response | Problem>;
  /** Saves input of a rejected submission for the other pages of the flow. */
  saveInput?(page: Page, typed: FormValues<Field>): void;
}

/** The context for rendering the forms of a page. */
export function formContext(page: FormPage, problem?: Problem): FormContext {
  const { context, cookies, frame, href, boundTo, links, captcha } = page;
  return { texts: frame.texts, action: href, token: formToken(context, cookies, boundTo), links, problem, captcha };
}

/**
 * Serves a page with a form: GET shows it, POST to the same URL submits it. Forms of other origins are rejected.
 *
 * @param open Creates the page for a request, or returns a response if there is no page.
 */
export function serveFormPage<Page extends FormPage, Field extends string>(
  app: App,
  context: ServerContext,
  path: string,
  open: (page: HostedPage) => Promise<Page | Response>,
  parts: FormPageDefinition<Page, Field>,
): void {
  const respond = (c: HonoContext, work: (page: Page) => Promise<Response>) =>
    servePage(c, context, async (page) => {
      const opened = await open(page);
      return opened instanceof Response ? opened : work(opened);
    });
  const show = async (page: Page, typed: FormValues<Field>, problem?: Problem) => {
    const captcha = parts.captcha && (await captchaFor(page, parts.captcha, typed, problem));
    const view = await parts.view({ ...page, captcha }, typed, problem);
    const sources = captcha && (await captchaSources(context));
    return sendPage(page, view, { ...problem, formTarget: page.formTarget, captchaSources: sources });
  };

  app.get(path, (c) =>
    respond(c, async (page) => {
      const empty = Object.fromEntries(parts.fields.map((name) => [name, ""])) as Record<Field, string>;
      const stored = consumeProblem(page);
      if (stored) return show(page, { ...empty, ...stored.typed }, stored.problem);
      const response = await parts.redirect?.(page);
      if (response) return response;
      return show(page, { ...empty, ...parts.prefill?.(page) });
    }),
  );
  app.post(path, (c) =>
    respond(c, async (page) => {
      const form = await readTrustedForm(page, parts.captcha ? [...parts.fields, ...captchaFields] : parts.fields);
      if (typeof form === "number") return sendRejectedForm(page, form, page.href);
      const typed: FormValues<Field> = form;
      const address = c.get("address");
      const showAgain = (problem: Problem) => {
        parts.saveInput?.(page, typed);
        // Redirect after POST, so that going back does not resubmit the form.
        return storeProblem(page, typed, problem) ? redirectToPage(page, page.href) : show(page, typed, problem);
      };
      try {
        const limit = parts.limit?.(typed);
        if (limit) await context.limits.count(limit, address);
        const outcome = await parts.submit({ ...page, captchaTokens: parseCaptchaTokens(form) }, typed);
        if (!(outcome instanceof Response)) return await showAgain(outcome);
        if (limit && parts.limitsFailures) await context.limits.undoCount(limit, address);
        return outcome;
      } catch (error) {
        return showAgain(toProblem(context, error, c.get("requestId")));
      }
    }),
  );
}

/** The captcha that the next submission requires; shown again after a rejected one. */
async function captchaFor(
  page: FormPage,
  purpose: GuardedPurpose,
  typed: Readonly<Record<string, string>>,
  problem: Problem | undefined,
): Promise<Html | undefined> {
  const { c, context, caller, frame } = page;
  const email = purpose === "login" ? typed["email"] : undefined;
  const setup = await findRequiredCaptcha(context, caller, { purpose, ip: c.get("address"), email });
  const kind = problem?.captcha ?? setup?.kind;
  return kind && captchaPart(frame.texts, { purpose, kind, noscriptHint: await noScriptHint(page, purpose, problem) });
}

/** The hint for browsers without scripts, which cannot solve a captcha. */
async function noScriptHint(
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
  // The first submissions pass without a captcha; show the hint after a rejection only.
  return problem?.captcha && texts.html("hosted.captcha.scriptlessLater");
}

function parseCaptchaTokens({ captchaSilent, captchaVisible }: Readonly<Record<string, string>>): CaptchaTokens {
  if (captchaVisible) return [{ Recaptcha: captchaVisible }];
  return captchaSilent ? [{ InvisibleRecaptcha: captchaSilent }] : undefined;
}

/** Returns the submitted values, or the status of the rejection. */
async function readTrustedForm<Field extends string>(
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
  return isTrustedForm(context, c, cookies, { token: form[formTokenField], boundTo }) ? form : 403;
}

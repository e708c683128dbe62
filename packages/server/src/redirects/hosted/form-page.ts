import { formToken, formTokenField, isOurForm } from "../../auth/pages/form-guard.ts";
import type { FormContext, PageLinks } from "../../auth/pages/form-parts.ts";
import type { Problem } from "../../auth/pages/problem.ts";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import type { Html } from "../../html.ts";
import { bodyLimits } from "../../http/read-body.ts";
import { readForm } from "../../http/read-form.ts";
import type { App, RequestContext } from "../../http/serve.ts";
import type { LimitName } from "../../limits/limits.ts";
import { explainFailure } from "./explain-failure.ts";
import { answerPage, type HostedPage, sendPage, sendRefusedForm } from "./hosted-page.ts";

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
}

export type Typed<Field extends string> = Readonly<Record<Field, string>>;

export interface FormPageParts<Page extends FormPage, Field extends string> {
  /** Of its form. */
  fields: readonly Field[];
  /** How often one address may send the form: as often as it may read unless given. */
  limit?(typed: Typed<Field>): LimitName | undefined;
  /** Whether what succeeds counts for nothing. */
  limitsFailures?: boolean;
  /** What the form holds when the page is opened; nothing unless given. */
  prefill?(page: Page): Partial<Typed<Field>>;
  /** Answers whoever opens the page and has no use for the form, if that is so. */
  instead?(page: Page): Promise<Response | undefined>;
  view(page: Page, typed: Typed<Field>, problem?: Problem): Html | Promise<Html>;
  /** Answers where to go next, or what to say above the form, which is then shown again with what was typed. What it throws is put into words. */
  submit(page: Page, typed: Typed<Field>): Promise<Response | Problem>;
  /** Keeps for the pages around it what did not get through. */
  remember?(page: Page, typed: Typed<Field>): void;
}

/** What the forms on a page are drawn with. */
export function formContext(page: FormPage, problem?: Problem): FormContext {
  const { deps, cookies, frame, href, boundTo, links } = page;
  return { texts: frame.texts, action: href, token: formToken(deps, cookies, boundTo), links, problem };
}

/**
 * Puts a page with a form on the server: GET shows it, POST at the same address sends it. What is no form of ours changes nothing.
 *
 * @param open Makes the page of a request, or answers where there is none.
 */
export function serveFormPage<Page extends FormPage, Field extends string>(
  app: App,
  deps: Deps,
  path: string,
  open: (page: HostedPage) => Promise<Page | Response>,
  parts: FormPageParts<Page, Field>,
): void {
  const answer = (context: RequestContext, work: (page: Page) => Promise<Response>) =>
    answerPage(context, deps, async (page) => {
      const opened = await open(page);
      return opened instanceof Response ? opened : work(opened);
    });
  const show = async (page: Page, typed: Typed<Field>, problem?: Problem) =>
    sendPage(page, await parts.view(page, typed, problem), { ...problem, formTarget: page.formTarget });

  app.get(path, (context) =>
    answer(context, async (page) => {
      const instead = await parts.instead?.(page);
      if (instead) return instead;
      const empty = Object.fromEntries(parts.fields.map((name) => [name, ""])) as Record<Field, string>;
      return show(page, { ...empty, ...parts.prefill?.(page) });
    }),
  );
  app.post(path, (context) =>
    answer(context, async (page) => {
      const typed = await readOurForm(page, parts.fields);
      if (typeof typed === "number") return sendRefusedForm(page, typed, page.href);
      const address = context.get("address");
      const showAgain = (problem: Problem) => {
        parts.remember?.(page, typed);
        return show(page, typed, problem);
      };
      try {
        const limit = parts.limit?.(typed);
        if (limit) await deps.limits.count(limit, address);
        const outcome = await parts.submit(page, typed);
        if (!(outcome instanceof Response)) return await showAgain(outcome);
        if (limit && parts.limitsFailures) await deps.limits.takeBack(limit, address);
        return outcome;
      } catch (error) {
        return showAgain(explainFailure(deps, error, context.get("requestId")));
      }
    }),
  );
}

/** What was typed, or the status of the refusal. */
async function readOurForm<Field extends string>(
  { context, deps, cookies, boundTo }: FormPage,
  fields: readonly Field[],
): Promise<Record<Field, string> | number> {
  let form: Record<Field | typeof formTokenField, string>;
  try {
    form = await readForm(context.req.raw, [...fields, formTokenField], bodyLimits.identity.bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
  return isOurForm(deps, context, cookies, { token: form[formTokenField], boundTo }) ? form : 403;
}

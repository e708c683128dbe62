import { formToken, formTokenField, isOurForm } from "../../auth/pages/form-guard.ts";
import type { FormContext } from "../../auth/pages/form-parts.ts";
import type { Problem } from "../../auth/pages/problem.ts";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import type { Html } from "../../html.ts";
import { bodyLimits } from "../../http/read-body.ts";
import { readForm } from "../../http/read-form.ts";
import type { App, RequestContext } from "../../http/serve.ts";
import type { LimitName } from "../../limits/limits.ts";
import { redirectSessionParameter } from "../new-redirect-session.ts";
import { explainFailure } from "./explain-failure.ts";
import { findHostedSignIn, type HostedSignIn } from "./find-hosted-sign-in.ts";
import { answerPage, type HostedPage, sendExpired, sendPage, sendRefusedForm } from "./hosted-page.ts";
import { hostedPaths, withSession } from "./paths.ts";

/** A page of a sign-in that is under way. */
export interface SignInPage extends HostedPage {
  signIn: HostedSignIn;
  /** Whoever sits before it, for the use cases. */
  caller: Caller;
  /** Address of a page of this sign-in. */
  hrefOf(path: string): string;
  /** What a form on it is drawn with. */
  formContext(problem: Problem | undefined): FormContext;
}

export interface SignInPageParts<Field extends string> {
  /** Of its form. */
  fields: readonly Field[];
  /** How often one address may send the form. */
  limit: LimitName;
  /** Whether what succeeds counts for nothing. */
  limitsFailures?: boolean;
  /** @param typed Fields of the form, `""` at first. */
  view(page: SignInPage, typed: Readonly<Record<Field, string>>, problem?: Problem): Html;
  /** Answers where to go next, or what to say above the form, which is then shown again with what was typed. What it throws is put into words. */
  submit(page: SignInPage, typed: Readonly<Record<Field, string>>): Promise<Response | Problem>;
}

/**
 * Puts a page with a form on the server, both at `path?session=`: GET shows it, POST sends it. What is no form of ours, and a sign-in
 * that is over, change nothing.
 */
export function serveSignInPage<Field extends string>(
  app: App,
  deps: Deps,
  path: string,
  parts: SignInPageParts<Field>,
): void {
  const nothingTyped = Object.fromEntries(parts.fields.map((name) => [name, ""])) as Record<Field, string>;
  const answer = (context: RequestContext, work: (page: SignInPage) => Promise<Response>) =>
    answerPage(context, deps, async (page) => {
      const signInPage = await openSignInPage(page, path);
      return signInPage ? work(signInPage) : sendExpired(page);
    });
  const show = (page: SignInPage, typed: Record<Field, string>, problem?: Problem) =>
    sendPage(page, parts.view(page, typed, problem), { ...problem, formTarget: page.signIn.redirectUri });

  app.get(path, (context) => answer(context, async (page) => show(page, nothingTyped)));
  app.post(path, (context) =>
    answer(context, async (page) => {
      const typed = await readOurForm(page, parts.fields);
      if (typeof typed === "number") return sendRefusedForm(page, typed, page.hrefOf(path));
      const address = context.get("address");
      try {
        await deps.limits.count(parts.limit, address);
        const outcome = await parts.submit(page, typed);
        if (!(outcome instanceof Response)) return show(page, typed, outcome);
        if (parts.limitsFailures) await deps.limits.takeBack(parts.limit, address);
        return outcome;
      } catch (error) {
        return show(page, typed, explainFailure(deps, error, context.get("requestId")));
      }
    }),
  );
}

async function openSignInPage(page: HostedPage, path: string): Promise<SignInPage | undefined> {
  const { context, deps, cookies, frame } = page;
  const [token, ...more] = context.req.queries(redirectSessionParameter) ?? [];
  const signIn = token === undefined || more.length > 0 ? undefined : await findHostedSignIn(deps, token);
  if (!signIn) return undefined;
  const hrefOf = (other: string) => withSession(other, signIn.token);
  return {
    ...page,
    signIn,
    caller: { kind: "hostedPage", appId: signIn.appId },
    hrefOf,
    formContext: (problem) => ({
      texts: frame.texts,
      action: hrefOf(path),
      token: formToken(deps, cookies, signIn.token),
      links: { signIn: hrefOf(hostedPaths.login), forgotPassword: hrefOf(hostedPaths.forgot) },
      problem,
    }),
  };
}

/** What was typed, or the status of the refusal. */
async function readOurForm<Field extends string>(
  { context, deps, cookies, signIn }: SignInPage,
  fields: readonly Field[],
): Promise<Record<Field, string> | number> {
  let form: Record<Field | typeof formTokenField, string>;
  try {
    form = await readForm(context.req.raw, [...fields, formTokenField], bodyLimits.identity.bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
  return isOurForm(deps, context, cookies, { token: form[formTokenField], boundTo: signIn.token }) ? form : 403;
}

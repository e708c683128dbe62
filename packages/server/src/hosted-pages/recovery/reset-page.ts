import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import * as z from "zod";
import { recover } from "../../auth/recovery/recover.ts";
import { appParameter, recoveryTokenParameter } from "../../auth/recovery/recovery-link.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { type RecoveryState, readRecovery, storeRecovery } from "../cookies/recovery-cookie.ts";
import { type FormPageDefinition, formContext } from "../form-page.ts";
import { parseNames, validateNames, validateNewPassword } from "../form-validation.ts";
import { type HostedPage, redirectToPage, sendPage, singleParameter } from "../hosted-page.ts";
import { isSignedInFor } from "../sign-in/find-hosted-sign-in.ts";
import { proceed } from "../sign-in/proceed.ts";
import { deadLinkView } from "../views/forgot-view.ts";
import type { Names } from "../views/form-parts.ts";
import { pendingView } from "../views/pending-view.ts";
import { validationProblem } from "../views/problem.ts";
import { resetDoneView, resetView } from "../views/reset-view.ts";
import { backLinkOf, openRecoveryPage, type RecoveryPage } from "./recovery-page.ts";

/** The account of a recovery link. */
interface Link {
  /** Email of the member. */
  email: string;
  /** Names to edit, if the link activates an invited account. */
  names: Names | undefined;
}

/** The page of an emailed link. */
interface ResetPage extends RecoveryPage {
  /** `undefined` for an invalid link. */
  link(): Promise<Link | undefined>;
}

const textValue = z.object({ strValue: z.string() });
/** The response of `recover` to a valid link. */
const linkDataSchema = z.object({
  email: textValue,
  isFirstPassword: z.object({ numValue: z.number() }).optional(),
  firstName: textValue.optional(),
  lastName: textValue.optional(),
});

/** Limits what is stored in a cookie; genuine tokens are shorter. */
const tokenMaxLength = 1_000;

/**
 * The emailed link stores its token in a cookie and redirects to the same page without it, so that neither the history
 * nor `Referer` contains it. Opening the link does not consume it: mail scanners open links too.
 */
export async function openResetPage(page: HostedPage): Promise<ResetPage | Response> {
  const { c, context, cookies } = page;
  const { email, redirectSession, ...found } = readRecovery(context, cookies);
  const token = singleParameter(page, recoveryTokenParameter);
  if (token !== undefined && c.req.method !== "POST") {
    const app = singleParameter(page, appParameter);
    storeRecovery(context, cookies, {
      email,
      redirectSession,
      appId: app !== undefined && isId(app) ? app : undefined,
      token: token.slice(0, tokenMaxLength),
    });
    return redirectToPage(page, hostedPaths.reset);
  }
  const opened = await openRecoveryPage(page, { session: redirectSession, app: found.appId });
  let link: Promise<Link | undefined> | undefined;
  return {
    ...opened,
    href: hostedPaths.reset,
    // Of two links opened in this browser, the later one counts; the form of the earlier one becomes invalid.
    boundTo: found.token ?? opened.boundTo,
    ...(opened.signIn && { formTarget: opened.signIn.redirectUri }),
    link: () => (link ??= readLink(opened)),
  };
}

/** `/hosted/reset`: sets a new password with the emailed link, and continues the sign-in of this browser. */
export const resetPage: FormPageDefinition<ResetPage, "password" | keyof Names> = {
  fields: ["firstName", "lastName", "password"],
  limit: () => "codeAttemptsPerIp",
  async redirect(page) {
    const { c, context, recovery } = page;
    if (recovery.outcome !== undefined) return sendOutcome(page, recovery.outcome);
    if (recovery.token !== undefined) await context.limits.count("codeAttemptsPerIp", c.get("address"));
    return (await page.link()) ? undefined : sendDeadLink(page);
  },
  async view(page, typed, problem) {
    const { passwordMinLength } = await page.context.settings.read();
    const { email = "", names } = (await page.link()) ?? {};
    return resetView(page.frame, formContext(page, problem), {
      email,
      names: names && (problem ? typed : names),
      passwordMinLength,
      signsIn: page.signIn !== undefined,
    });
  },
  async submit(page, typed) {
    const { context, caller, recovery } = page;
    // Reload the page: another tab may have completed the reset.
    const reload = () => redirectToPage(page, hostedPaths.reset);
    const link = await page.link();
    if (!link || recovery.token === undefined) return reload();
    const { passwordMinLength } = await context.settings.read();
    const profile = link.names && parseNames(typed);
    const issues = [
      ...(profile ? validateNames(profile) : []),
      ...validateNewPassword(typed.password, passwordMinLength),
    ];
    if (issues.length > 0) return validationProblem(...issues);
    const body = { recoveryToken: recovery.token, password: typed.password, profile };
    const response = await ignoreDeadLink(recover(context, { caller }, { body }));
    return response ? finish(page, response) : reload();
  },
};

/** Continues the sign-in, or confirms that the password was saved. */
async function finish(page: RecoveryPage, response: StateMachineResponse): Promise<Response> {
  const { context, cookies, signIn, recovery } = page;
  const { redirectSession, appId } = recovery;
  const outcome = outcomeOf(response);
  storeRecovery(context, cookies, { redirectSession, appId, outcome });
  if (signIn) {
    const email = response.identity?.identityProfile?.emails?.[0]?.email ?? recovery.email ?? "";
    const next = await proceed({ ...page, signIn }, { email }, response);
    if (next instanceof Response) return next;
  }
  return redirectToPage(page, hostedPaths.reset);
}

function outcomeOf({ state, identity }: StateMachineResponse): NonNullable<RecoveryState["outcome"]> {
  if (state === "REQUIRE_OWNER_APPROVAL") return "waiting";
  return identity?.status.name === "BLOCKED" ? "blocked" : "saved";
}

async function sendOutcome(page: RecoveryPage, outcome: RecoveryState["outcome"]): Promise<Response> {
  const { context, frame, cookies, signIn, home } = page;
  if (signIn && (await isSignedInFor(context, signIn, cookies.read("hosted"))))
    return redirectToPage(page, withSession(authorizePath, signIn.token));
  if (outcome === "waiting") return sendPage(page, pendingView(frame, { email: undefined, home }));
  const signInHref = signIn && withSession(hostedPaths.login, signIn.token);
  return sendPage(page, resetDoneView(frame, { isBlocked: outcome === "blocked", home, signInHref }));
}

/** Validates the link without consuming it: the request has no password. */
async function readLink({ context, caller, recovery }: RecoveryPage): Promise<Link | undefined> {
  if (recovery.token === undefined) return undefined;
  const response = await ignoreDeadLink(recover(context, { caller }, { body: { recoveryToken: recovery.token } }));
  if (!response) return undefined;
  const data = linkDataSchema.parse(response.additionalData);
  const asText = (field: { strValue: string } | undefined) => field?.strValue ?? "";
  return {
    email: data.email.strValue,
    names: data.isFirstPassword && { firstName: asText(data.firstName), lastName: asText(data.lastName) },
  };
}

function sendDeadLink(page: RecoveryPage): Response {
  const { frame, recovery, forgotForm } = page;
  const view = deadLinkView(frame, formContext({ ...page, ...forgotForm }), {
    email: recovery.email ?? "",
    back: backLinkOf(page),
  });
  return sendPage(page, view, { status: 400 });
}

/** `undefined` for a link that was used, replaced, expired, or is invalid. */
function ignoreDeadLink(recovery: Promise<StateMachineResponse>): Promise<StateMachineResponse | undefined> {
  return recovery.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "RECOVERY_TOKEN_INVALID") return undefined;
    throw error;
  });
}

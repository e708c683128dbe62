import { findReturnTarget, type ReturnTarget } from "../../auth/apps/default-return-url.ts";
import { siteAppId } from "../../auth/apps/site-app.ts";
import { appParameter } from "../../auth/recovery/recovery-link.ts";
import { isId } from "../../platform/db/ids.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { type RecoveryState, readRecovery } from "../cookies/recovery-cookie.ts";
import type { FormPage } from "../form-page.ts";
import type { HostedPage } from "../hosted-page.ts";
import { findHostedSignIn, findSignInApp, type HostedSignIn } from "../sign-in/find-hosted-sign-in.ts";
import type { BackLink } from "../views/forgot-view.ts";

/** A page of a password recovery, in a sign-in or on its own. */
export interface RecoveryPage extends FormPage {
  /** The recovery's state in this browser. */
  recovery: RecoveryState;
  /** The sign-in that continues with the new password, if it is still valid. */
  signIn: HostedSignIn | undefined;
  appId: string;
  home: ReturnTarget | undefined;
  /** The form that requests a link. */
  forgotForm: Pick<FormPage, "href" | "boundTo">;
}

/** Not a secret: these pages also exist without a sign-in. */
const recoveryForms = "recovery";

/**
 * Never fails: recovery works also if the sign-in has ended.
 *
 * @param session The redirect session that the recovery belongs to. @param app The app of the recovery; only its
 * sign-ins continue.
 */
export async function openRecoveryPage(
  page: HostedPage,
  { session, app }: { session: string | undefined; app: string | undefined },
): Promise<RecoveryPage> {
  const { context, cookies } = page;
  const found = session === undefined ? undefined : await findHostedSignIn(context, session);
  const signIn = app === undefined || found?.appId === app ? found : undefined;
  const requestedAppId = app ?? (session === undefined ? undefined : await findSignInApp(context, session));
  const appId = requestedAppId !== undefined && isId(requestedAppId) ? requestedAppId : siteAppId(context.site.id);
  const href = signIn
    ? withSession(hostedPaths.forgot, signIn.token)
    : `${hostedPaths.forgot}?${new URLSearchParams({ [appParameter]: appId })}`;
  const forgotForm = { href, boundTo: recoveryForms };
  return {
    ...page,
    recovery: readRecovery(context, cookies),
    signIn,
    appId,
    home: await findReturnTarget(context.db, context, appId),
    caller: { kind: "hostedPage", appId },
    ...forgotForm,
    forgotForm,
    links: { signIn: hostedPaths.login, forgotPassword: href },
  };
}

/** The link back from the request form: to the sign-in, or to the app. */
export function backLinkOf({ frame, signIn, home }: RecoveryPage): BackLink | undefined {
  if (signIn) return { href: withSession(hostedPaths.login, signIn.token), label: frame.texts("password.forgot.back") };
  return home && { href: home.url, label: frame.texts("hosted.home.link", { site: home.name }) };
}

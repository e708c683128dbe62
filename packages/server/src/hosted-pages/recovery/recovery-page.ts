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

/** A page on the way to a new password, in a sign-in or by itself. */
export interface RecoveryPage extends FormPage {
  /** What this browser has come to. */
  recovery: RecoveryState;
  /** The sign-in that goes on with the new password, as long as there is one. */
  signIn: HostedSignIn | undefined;
  appId: string;
  home: ReturnTarget | undefined;
  /** Where a link can be asked for, and what the forms that do so are part of. */
  forgotForm: Pick<FormPage, "href" | "boundTo">;
}

/** No secret of a sign-in, for these pages are there without one. */
const recoveryForms = "recovery";

/**
 * Never refuses: a sign-in that is over keeps nobody from a new password.
 *
 * @param session The redirect session that it is part of. @param app The app that it is for, and whose sign-ins alone may go on.
 */
export async function openRecoveryPage(
  page: HostedPage,
  { session, app }: { session: string | undefined; app: string | undefined },
): Promise<RecoveryPage> {
  const { context, cookies } = page;
  const found = session === undefined ? undefined : await findHostedSignIn(context, session);
  const signIn = app === undefined || found?.appId === app ? found : undefined;
  const asked = app ?? (session === undefined ? undefined : await findSignInApp(context, session));
  const appId = asked !== undefined && isId(asked) ? asked : siteAppId(context.site.id);
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

/** From the form that asks for a link: to the sign-in, or to the app where there is none. */
export function backLinkOf({ frame, signIn, home }: RecoveryPage): BackLink | undefined {
  if (signIn) return { href: withSession(hostedPaths.login, signIn.token), label: frame.texts("password.forgot.back") };
  return home && { href: home.url, label: frame.texts("hosted.home.link", { site: home.name }) };
}

import type { Caller } from "../platform/context/caller.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { siteAppId } from "./apps/site-app.ts";
import { appParameter, type LinkPage, recoveryPaths } from "./recovery/recovery-link.ts";

/** Addresses that a mail may lead to. */
export interface EmailLinkUrls {
  /** Takes a code in its fragment; absent where the code has to be typed in on the page that asked for it. */
  verifyEmail: string | undefined;
  signIn: string | undefined;
  forgotPassword: string;
  resetPassword: LinkPage;
}

/**
 * The pages that the mails to `caller` lead to: those of the member site, or the hosted ones for whoever comes from these
 * and where there is no site. The code of a sign-up in another app, or on a hosted page, has no link: no page that it
 * could open knows of that sign-up.
 *
 * @param appId The app that somebody is to find back to.
 */
export function emailLinkUrls(
  { config, site }: Pick<ServerContext, "config" | "site">,
  caller: Caller,
  appId = "appId" in caller ? caller.appId : undefined,
): EmailLinkUrls {
  const { publicUrl, siteUrl } = config;
  if (siteUrl === undefined || caller.kind === "hostedPage") {
    const query = appId === undefined ? "" : `?${new URLSearchParams({ [appParameter]: appId })}`;
    return {
      verifyEmail: undefined,
      signIn: undefined,
      forgotPassword: `${publicUrl}${recoveryPaths.forgot}${query}`,
      resetPassword: { page: `${publicUrl}${recoveryPaths.reset}${query}`, readsQuery: true },
    };
  }
  return {
    verifyEmail: appId === siteAppId(site.id) ? `${siteUrl}/verify-email` : undefined,
    signIn: `${siteUrl}/sign-in`,
    forgotPassword: `${siteUrl}/forgot-password`,
    resetPassword: { page: `${siteUrl}/reset-password` },
  };
}

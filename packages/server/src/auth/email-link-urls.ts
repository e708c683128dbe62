import type { Caller } from "../platform/context/caller.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { siteAppId } from "./apps/site-app.ts";
import { appParameter, type LinkPage, recoveryPaths } from "./recovery/recovery-link.ts";

/** URLs of the pages that emails link to. */
export interface EmailLinkUrls {
  /** Takes the code in its fragment; undefined where the code can only be typed into the page that requested it. */
  verifyEmail: string | undefined;
  signIn: string | undefined;
  forgotPassword: string;
  resetPassword: LinkPage;
}

/**
 * The pages that emails to `caller` link to: those of the member site, or the hosted ones for callers from hosted pages
 * and installations without a site. A sign-up in another app or on a hosted page has no link for its code, since no
 * page that the link could open has its state.
 *
 * @param appId The app to return to.
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

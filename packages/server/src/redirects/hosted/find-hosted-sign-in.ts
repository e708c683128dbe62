import type { Deps } from "../../deps.ts";
import { hashSecret } from "../../secrets.ts";
import { isForSignInPage } from "../is-for-sign-in-page.ts";
import { findAuthSession } from "../redirect-sessions-store.ts";

/** A sign-in that goes on at the hosted pages. */
export interface HostedSignIn {
  /** The redirect session's token. */
  token: string;
  appId: string;
  /** Where it ends, with a code or an error. */
  redirectUri: string;
}

/** The sign-in that a hosted page is opened for, which is not used up by that; `undefined` when it is over, or not for these pages. */
export async function findHostedSignIn(deps: Deps, token: string): Promise<HostedSignIn | undefined> {
  const session = await findAuthSession(deps.db, deps.site.id, hashSecret(token), deps.now());
  if (!session || !isForSignInPage(session) || session.redirect_uri === null) return undefined;
  return { token, appId: session.app_id, redirectUri: session.redirect_uri };
}

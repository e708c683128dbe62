import { findHome } from "../../auth/apps/default-return-url.ts";
import { hostedPaths } from "../../redirects/hosted-paths.ts";
import { readFlow } from "../cookies/flow-cookie.ts";
import { type HostedPage, redirectToPage, sendPage } from "../hosted-page.ts";
import { pendingView } from "../views/pending-view.ts";
import { openSignInPage } from "./sign-in-page.ts";

/** `/hosted/pending`: the owner decides, for whoever has come to that in this browser. Others belong to the sign-in page. */
export async function servePendingPage(page: HostedPage): Promise<Response> {
  const opened = await openSignInPage(page, hostedPaths.pending);
  if (opened instanceof Response) return opened;
  const { context, frame, cookies, signIn } = opened;
  const signInHref = opened.hrefOf(hostedPaths.login);
  const flow = readFlow(context, cookies, signIn.token);
  if (!flow?.isPendingApproval) return redirectToPage(page, signInHref);
  const { email, isConfirmed } = flow;
  const home = await findHome(context.db, context, signIn.appId);
  return sendPage(page, pendingView(frame, { email, isConfirmed, home, signInHref }));
}

import type { CreateRedirectSessionResponse } from "@porchlight/contract/redirects/redirect-session";
import { findApp } from "../auth/apps/apps-store.ts";
import { requireAppId } from "../auth/apps/caller-app.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { requireRegisteredOrigin } from "./callbacks.ts";
import { hostedPaths } from "./hosted-paths.ts";
import { prepareRedirectSession } from "./prepare-redirect-session.ts";
import { insertRedirectSession } from "./redirect-sessions-store.ts";

/**
 * Prepares a pre-warm URL: loaded in a hidden frame of the requesting page, it gives the member a hosted session in
 * that browser, so that later sign-ins need no input. Does nothing for visitors.
 *
 * @param origin The `Origin` header of the request: the only origin that may embed the frame.
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 * Source: flows.md §9.
 */
export async function createLoginSession(
  context: ServerContext,
  { caller }: Requester,
  origin: string | undefined,
): Promise<CreateRedirectSessionResponse> {
  const app = await findApp(context.db, context.site.id, requireAppId(caller));
  if (!app) throw new Refusal("UNAUTHENTICATED");
  const { session, response } = prepareRedirectSession(context, hostedPaths.frame);
  await insertRedirectSession(context.db, session, {
    kind: "login",
    app_id: app.id,
    origin: requireRegisteredOrigin(app, origin),
    member_id: caller.kind === "member" ? caller.memberId : null,
    session_id: caller.kind === "member" ? caller.sessionId : null,
  });
  return response;
}

import type { CreateRedirectSessionResponse } from "@porchlight/contract/redirects/redirect-session";
import type { Caller } from "../platform/context/caller.ts";
import { revokeSession } from "../platform/identity/sessions-store.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { hostedPaths } from "./hosted-paths.ts";
import { newRedirectSession } from "./new-redirect-session.ts";
import { insertRedirectSession } from "./redirect-sessions-store.ts";

/** Ends the caller's session, and prepares the way by which their browser leaves the hosted pages too. */
export async function openLogout(
  context: ServerContext,
  caller: Caller,
  appId: string,
  target: string | undefined,
): Promise<CreateRedirectSessionResponse> {
  const { session, answer } = newRedirectSession(context, hostedPaths.logout);
  await context.db.transaction().execute(async (tx) => {
    if (caller.kind === "member") await revokeSession(tx, context.site.id, caller.sessionId, session.at);
    await insertRedirectSession(tx, session, {
      kind: "logout",
      app_id: appId,
      member_id: caller.kind === "member" ? caller.memberId : null,
      redirect_uri: target ?? null,
    });
  });
  if (caller.kind === "member") context.liveSessions.invalidate(caller.sessionId);
  return answer;
}

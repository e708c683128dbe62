import { isPorchlightError } from "@porchlight/client";
import { createServerClient, createSessionHandler } from "@porchlight/client/server";
import { readSettings } from "../../lib/settings";
import { sitePath, withReturnTo } from "../../lib/site-path";

/** Gives access tokens to scripts of this site's pages, and signs in and out. */
export const POST = (request: Request): Promise<Response> => createSessionHandler(readSettings())(request);

/** Renews sessions for pages, because route handlers can set cookies. */
export async function GET(request: Request): Promise<Response> {
  const client = createServerClient({ ...readSettings(), cookies: request });
  const returnTo = sitePath(new URL(request.url).searchParams.get("returnTo"));
  return client.commitSession(await client.requireMember().then(() => goTo(returnTo), refuse));

  function refuse(error: unknown): Response {
    if (isPorchlightError(error) && error.code === "MEMBER_REQUIRED") return goTo(withReturnTo("/sign-in", returnTo));
    return new Response("The session cannot be renewed at the moment. Try again in a minute.", {
      status: 503,
      headers: { "Retry-After": "60" },
    });
  }
}

function goTo(path: string): Response {
  return new Response(null, { status: 307, headers: { Location: path } });
}

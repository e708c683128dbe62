import type { SiteSettings } from "../settings.ts";
import type { RequestSessions } from "./request-session.ts";

/** Signs out a browser without scripts, which sends the form of `/sign-out`. Other sites cannot make it do so. */
export async function answerSignOut(
  request: Request,
  settings: SiteSettings,
  sessions: RequestSessions,
): Promise<Response> {
  if (!isSameOrigin(request, settings))
    return new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });
  return sessions.end(request, seeOther("/sign-out"));
}

/** Sends the browser on with a GET. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

/** Source: security requirements §6.2. */
function isSameOrigin(request: Request, { publicUrl }: SiteSettings): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("Origin") === new URL(publicUrl).origin;
}

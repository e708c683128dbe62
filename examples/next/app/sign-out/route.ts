import { createServerClient } from "@porchlight/client/server";
import { readSettings, siteUrl } from "../../lib/settings";

/**
 * Ends the session on the server and in this browser. A form works without scripts, and browsers send no cookie with
 * cross-site forms.
 */
export async function POST(request: Request): Promise<Response> {
  const client = createServerClient({ ...readSettings(), cookies: request });
  if (client.loggedIn()) {
    // Without the server, the session ends at least in this browser.
    await client.auth.logout(siteUrl()).catch(console.error);
    await client.auth.signOut();
  }
  return client.commitSession(new Response(null, { status: 303, headers: { Location: "/" } }));
}

import { createServerClient } from "@porchlight/client/server";
import { readSettings, siteUrl } from "../../lib/settings";

/**
 * Ends the session at the server and in this browser. A form sends it, so that it works before scripts do. A form of another site signs
 * nobody out: browsers send the cookie along with none.
 */
export async function POST(request: Request): Promise<Response> {
  const client = createServerClient({ ...readSettings(), cookies: request });
  if (client.loggedIn()) {
    // Where the server cannot be reached the session ends in this browser all the same.
    await client.auth.logout(siteUrl()).catch(console.error);
    await client.auth.signOut();
  }
  return client.commitSession(new Response(null, { status: 303, headers: { Location: "/" } }));
}

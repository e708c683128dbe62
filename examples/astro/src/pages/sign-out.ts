import type { APIRoute } from "astro";
import { siteUrl } from "../lib/settings";

/** Ends the session on the server and in this browser. A form works without scripts. */
export const POST: APIRoute = async ({ locals: { client } }) => {
  if (client.loggedIn()) {
    // Without the server, the session ends at least in this browser.
    await client.auth.logout(siteUrl()).catch(console.error);
    await client.auth.signOut();
  }
  return new Response(null, { status: 303, headers: { Location: "/" } });
};

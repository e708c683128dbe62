import type { APIRoute } from "astro";
import { siteUrl } from "../lib/settings";

/** Ends the session at the server and in this browser. A form sends it, so that it works before scripts do. */
export const POST: APIRoute = async ({ locals: { client } }) => {
  if (client.loggedIn()) {
    // Where the server cannot be reached the session ends in this browser all the same.
    await client.auth.logout(siteUrl()).catch(console.error);
    await client.auth.signOut();
  }
  return new Response(null, { status: 303, headers: { Location: "/" } });
};

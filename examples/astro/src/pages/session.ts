import { createSessionHandler } from "@porchlight/client/server";
import type { APIRoute } from "astro";
import { readSettings } from "../lib/settings";

/** Gives access tokens to scripts of this site's pages, and signs in and out. */
export const POST: APIRoute = ({ request }) => createSessionHandler(readSettings())(request);

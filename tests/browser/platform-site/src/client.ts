import { categories, posts } from "@wix/blog";
import { items } from "@wix/data";
import { forms, submissions } from "@wix/forms";
import { recovery } from "@wix/identity";
import { members } from "@wix/members";
import { createClient, OAuthStrategy, type Tokens } from "@wix/sdk";

/** Replaced at build time. */
declare const CLIENT_ID: string;

const stored: Tokens = JSON.parse(localStorage.getItem("session") ?? "null");

export const client = createClient({
  modules: { categories, forms, items, members, posts, recovery, submissions },
  auth: OAuthStrategy({ clientId: CLIENT_ID, tokens: stored }),
});

/** Keeps the session for the next visit. */
export function storeSession(tokens: Tokens): void {
  client.auth.setTokens(tokens);
  localStorage.setItem("session", JSON.stringify(tokens));
}

import type { AuthSessionRow } from "./redirect-sessions-store.ts";

/** Whether this sign-in may ask somebody for their password at the hosted pages, rather than end without a word. */
export function isForSignInPage(session: AuthSessionRow): boolean {
  return session.prompt === "login" && session.response_mode !== "web_message" && session.session_token_hash === null;
}

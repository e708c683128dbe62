import { createHash, createHmac, randomBytes } from "node:crypto";
import type { HostedSignIn } from "../auth/hosted-sign-in.ts";
import type { SiteSettings } from "../settings.ts";
import { hostedPages, safeReturnTo, withReturnTo } from "../shell/return-to.ts";
import { type RequestSession, seeOther } from "./request-session.ts";

/** Marks a `state` of this module; those of the browser's scripts contain no dot. */
const statePrefix = "site.";
/** Of a `state`, in characters. Longer return URLs are omitted. */
const maxStateLength = 512;
/** Longer than a redirect session is valid. */
const secretTtlSeconds = 15 * 60;

/**
 * The hosted sign-in of a request. The browser's only state is a random secret in an `HttpOnly` cookie, from which the
 * PKCE verifier of each sign-in is derived: a code works only in the browser that requested it, and tabs do not
 * interfere. `state` contains the return URL, see decision 176.
 */
export function createHostedSignIn(
  request: Request,
  session: RequestSession,
  { publicUrl }: SiteSettings,
): HostedSignIn {
  const { searchParams } = new URL(request.url);
  const isSecure = publicUrl.startsWith("https:");
  const cookieName = `${isSecure ? "__Host-" : ""}porchlight_sign_in`;
  const redirectUri = `${publicUrl}/auth/callback`;
  const stored = new RegExp(`(?:^|; ?)${cookieName}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.get("Cookie") ?? "",
  )?.[1];

  /** Sets the cookie, or removes it. */
  function withSecret(response: Response, secret: string): Response {
    const maxAge = secret ? secretTtlSeconds : 0;
    const attributes = `Path=/; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${isSecure ? "; Secure" : ""}`;
    response.headers.append("Set-Cookie", `${cookieName}=${secret}; ${attributes}`);
    return response;
  }

  return {
    async start() {
      const returnTo = safeReturnTo(searchParams.get("returnTo"));
      if (session.isMember || request.method !== "GET") return seeOther(returnTo);
      const secret = stored ?? randomBytes(32).toString("base64url");
      const state = createState(returnTo);
      const codeChallenge = createHash("sha256").update(createVerifier(secret, state)).digest("base64url");
      const { authUrl } = await session.client.auth.getAuthUrl(
        { redirectUri, codeChallenge, state },
        { responseMode: "query" },
      );
      const target = new URL(authUrl);
      const page = hostedPages.find((name) => name === searchParams.get("page"));
      if (page) target.pathname = `/hosted/${page}`;
      return withSecret(seeOther(target.href), secret);
    },

    async complete() {
      const state = searchParams.get("state");
      if (!state?.startsWith(statePrefix) || request.method !== "GET") return null;
      const returnTo = safeReturnTo(state.slice(state.indexOf(".", statePrefix.length) + 1));
      const startOver = () => seeOther(session.isMember ? returnTo : withReturnTo("/sign-in", returnTo));
      const code = searchParams.get("code");
      // Without the secret, another browser started the sign-in, or it is completed.
      if (!stored || !code) return startOver();
      const { auth } = session.ownClient;
      try {
        const codeVerifier = createVerifier(stored, state);
        await auth.setTokens(await auth.getMemberTokens(code, state, { state, codeVerifier, redirectUri }));
      } catch (error) {
        if (Object(error).retryable) throw error;
        // The code was used, has expired, or belongs to another browser.
        return startOver();
      }
      // A reused code would end the session. Sign-ins of other tabs end at their return URL.
      return withSecret(seeOther(returnTo), "");
    },
  };
}

function createState(returnTo: string): string {
  const start = `${statePrefix}${randomBytes(16).toString("base64url")}.`;
  return start.length + returnTo.length > maxStateLength ? `${start}/` : start + returnTo;
}

/** Source: RFC 7636 §4.1: 43 characters of base64url. */
const createVerifier = (secret: string, state: string): string =>
  createHmac("sha256", secret).update(state).digest("base64url");

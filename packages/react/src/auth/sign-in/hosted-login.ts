import type { PorchlightContextValue } from "../../provider.tsx";
import { toAuthError } from "../form/auth-errors.ts";
import type { AuthError } from "../form/form-error.ts";
import type { HostedLoginClient, HostedLoginData, MemberClient } from "../member-client.ts";

export interface HostedLoginRequest {
  /** The page with `AuthCallback`, as registered for the app. */
  redirectUri: string;
  /** A path of this site to return to. */
  returnTo: string;
  prompt?: "login" | "none" | undefined;
  responseMode?: "fragment" | "query" | undefined;
  /** From a sign-in with a correct password: skips the prompt. */
  sessionToken?: string | undefined;
}

/** Stored once in `sessionStorage`, which is private to the tab, while the person is away. */
type StoredLogin = HostedLoginData & Pick<HostedLoginRequest, "prompt" | "responseMode"> & { isFallback: boolean };

const storageKey = "porchlight-hosted-login";

/**
 * Navigates to the hosted sign-in page, which returns to `redirectUri`.
 *
 * @throws the client's errors, and the browser's if storage is unavailable.
 */
export async function startHostedLogin(client: MemberClient, request: HostedLoginRequest): Promise<void> {
  const { redirectUri, returnTo, sessionToken, prompt, responseMode = "fragment" } = request;
  const auth = requireHostedLogin(client);
  const data = await auth.generateOAuthData(redirectUri, returnTo);
  const how = { responseMode, ...(prompt ? { prompt } : {}), ...(sessionToken ? { sessionToken } : {}) };
  const { authUrl } = await auth.getAuthUrl(data, how);
  const stored: StoredLogin = { ...data, responseMode, prompt, isFallback: sessionToken !== undefined };
  window.sessionStorage.setItem(storageKey, JSON.stringify(stored));
  window.location.assign(authUrl);
}

/** The return URLs of a hosted sign-in: the page at `callbackPath`, and `returnTo` or the current page. */
export function hostedReturnUrls(callbackPath: string, returnTo: string | undefined) {
  const { origin, pathname, search } = window.location;
  return { redirectUri: new URL(callbackPath, origin).href, returnTo: returnTo ?? pathname + search };
}

/** Outcome of a return from the hosted sign-in page. */
export type CallbackOutcome =
  /** Signed in, or not signed in after prompt `none`. */
  | { status: "done"; returnTo: string }
  /** Navigating to the hosted page again. */
  | { status: "leaving" }
  | { status: "failed"; error: AuthError; returnTo: string; retry?: (() => Promise<CallbackOutcome>) | undefined };

/** Returns in progress or done, by URL: a code is valid once, but React may run effects twice. */
const returns = new WeakMap<MemberClient["auth"], Map<string, Promise<CallbackOutcome>>>();

/**
 * Completes a sign-in with the hosted page's response in `href`, and removes the response from the page's URL and the
 * stored data. The same URL gives the same outcome with one request.
 */
export function finishHostedLogin(context: PorchlightContextValue, href: string): Promise<CallbackOutcome> {
  const { auth } = context.client;
  const answer = readAnswer(context.client, href);
  if (!answer) return Promise.resolve(notOurs(context));
  const ofClient = returns.get(auth) ?? new Map<string, Promise<CallbackOutcome>>();
  returns.set(auth, ofClient);
  const outcome = ofClient.get(href) ?? finish(context, answer);
  ofClient.set(href, outcome);
  return outcome;
}

type Answer = ReturnType<HostedLoginClient["parseFromUrl"]>;
const answerParameters = ["code", "state", "error", "error_description", "iss"];

/** Reads the response from the fragment or the query. */
function readAnswer(client: MemberClient, href: string): Answer | undefined {
  for (const mode of ["fragment", "query"] as const) {
    const answer = requireHostedLogin(client).parseFromUrl(href, mode);
    if (answer.state && (answer.code || answer.error)) return answer;
  }
  return undefined;
}

function clearAddress(): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  for (const name of answerParameters) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  window.history.replaceState(window.history.state, "", pathname + rest);
}

function takeStored(): Partial<StoredLogin> {
  try {
    const stored = window.sessionStorage.getItem(storageKey);
    window.sessionStorage.removeItem(storageKey);
    return JSON.parse(stored ?? "{}") as Partial<StoredLogin>;
  } catch {
    return {};
  }
}

async function finish(context: PorchlightContextValue, { code, state, error }: Answer): Promise<CallbackOutcome> {
  const { client, session, flow } = context;
  const auth = requireHostedLogin(client);
  clearAddress();
  const stored = takeStored();
  const returnTo = stored.originalUri || "/";
  if (stored.state === undefined || stored.state !== state) return notOurs(context, returnTo);
  if (error) {
    if (error === "login_required" && stored.prompt === "none") return { status: "done", returnTo };
    if (error === "login_required" && stored.isFallback && stored.redirectUri) {
      // The rejected frame consumed the session token, so the hosted page prompts again.
      const { redirectUri, responseMode } = stored;
      return leave(startHostedLogin(client, { redirectUri, responseMode, returnTo, prompt: "login" }), returnTo);
    }
    return { ...refused, returnTo };
  }

  async function exchange(): Promise<CallbackOutcome> {
    try {
      await auth.setTokens(await auth.getMemberTokens(code, state, stored));
    } catch (thrown) {
      const failure = toAuthError(thrown, Date.now());
      const mayPass = failure.key === "auth.error.unreachable" || failure.retryAt !== undefined;
      return mayPass ? { status: "failed", error: failure, returnTo, retry: exchange } : { ...old, returnTo };
    }
    session.startSession();
    flow.clear();
    return { status: "done", returnTo };
  }
  return exchange();
}

async function leave(leaving: Promise<void>, returnTo: string): Promise<CallbackOutcome> {
  try {
    await leaving;
    return { status: "leaving" };
  } catch (error) {
    return { status: "failed", error: toAuthError(error, Date.now()), returnTo };
  }
}

/** There is no pending sign-in: it belongs to another tab, or ended. The current session stays. */
function notOurs({ client }: PorchlightContextValue, returnTo = "/"): CallbackOutcome {
  const isIn = client.auth.getSession().role === "member";
  return isIn ? { status: "done", returnTo } : { ...old, returnTo };
}

const old = { status: "failed", error: { key: "callback.failed.old", display: "notice" } } as const;
const refused = { status: "failed", error: { key: "callback.failed.refused", display: "notice" } } as const;

/** @throws {Error} if the client does not support hosted sign-in. */
export function requireHostedLogin({ auth }: MemberClient): HostedLoginClient {
  if (auth.getAuthUrl && auth.parseFromUrl) return auth as HostedLoginClient;
  throw new Error("The hosted sign-in needs a client made with OAuthStrategy of @porchlight/client.");
}

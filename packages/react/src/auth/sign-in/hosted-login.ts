import type { PorchlightContextValue } from "../../provider.tsx";
import { toAuthError } from "../form/auth-errors.ts";
import type { AuthError } from "../form/form-error.ts";
import type { HostedLoginClient, HostedLoginData, MemberClient } from "../member-client.ts";

export interface HostedLoginRequest {
  /** The page with `AuthCallback`, as it is registered for the app. */
  redirectUri: string;
  /** A path of this site to come back to. */
  returnTo: string;
  prompt?: "login" | "none" | undefined;
  responseMode?: "fragment" | "query" | undefined;
  /** Of a sign-in whose password was right: nothing is asked again. */
  sessionToken?: string | undefined;
}

/** What lies in `sessionStorage`, which no other tab sees, while the person is away; used once. */
type KeptLogin = HostedLoginData & Pick<HostedLoginRequest, "prompt" | "responseMode"> & { isFallback: boolean };

const storageKey = "porchlight-hosted-login";

/**
 * Leaves for the hosted sign-in page, which leads back to `redirectUri`.
 *
 * @throws what the client throws, and what a browser does that keeps nothing for this site.
 */
export async function startHostedLogin(client: MemberClient, request: HostedLoginRequest): Promise<void> {
  const { redirectUri, returnTo, sessionToken, prompt, responseMode = "fragment" } = request;
  const auth = requireHostedLogin(client);
  const data = await auth.generateOAuthData(redirectUri, returnTo);
  const how = { responseMode, ...(prompt ? { prompt } : {}), ...(sessionToken ? { sessionToken } : {}) };
  const { authUrl } = await auth.getAuthUrl(data, how);
  const kept: KeptLogin = { ...data, responseMode, prompt, isFallback: sessionToken !== undefined };
  window.sessionStorage.setItem(storageKey, JSON.stringify(kept));
  window.location.assign(authUrl);
}

/** Where a hosted sign-in comes back to: the page at `callbackPath`, and from there `returnTo`, or the page one is on. */
export function hostedReturnUrls(callbackPath: string, returnTo: string | undefined) {
  const { origin, pathname, search } = window.location;
  return { redirectUri: new URL(callbackPath, origin).href, returnTo: returnTo ?? pathname + search };
}

/** How a return from the hosted sign-in page went. */
export type CallbackOutcome =
  /** Signed in, or nothing to sign in to after prompt `none`. */
  | { status: "done"; returnTo: string }
  /** On the way to the hosted page once more. */
  | { status: "leaving" }
  | { status: "failed"; error: AuthError; returnTo: string; retry?: (() => Promise<CallbackOutcome>) | undefined };

/** Returns under way or done, by the address they began with: a code is good once, however often React asks. */
const returns = new WeakMap<MemberClient["auth"], Map<string, Promise<CallbackOutcome>>>();

/**
 * Ends a sign-in with what the hosted page has put into the address `href`, and takes it out of the address of the page,
 * and what was kept for it out of the storage. The same address gives the same outcome, with one request.
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

/** In the fragment or in the query, whichever holds one. */
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

function takeKept(): Partial<KeptLogin> {
  try {
    const kept = window.sessionStorage.getItem(storageKey);
    window.sessionStorage.removeItem(storageKey);
    return JSON.parse(kept ?? "{}") as Partial<KeptLogin>;
  } catch {
    return {};
  }
}

async function finish(context: PorchlightContextValue, { code, state, error }: Answer): Promise<CallbackOutcome> {
  const { client, session, flow } = context;
  const auth = requireHostedLogin(client);
  clearAddress();
  const kept = takeKept();
  const returnTo = kept.originalUri || "/";
  if (kept.state === undefined || kept.state !== state) return notOurs(context, returnTo);
  if (error) {
    if (error === "login_required" && kept.prompt === "none") return { status: "done", returnTo };
    if (error === "login_required" && kept.isFallback && kept.redirectUri) {
      // The refused frame has used the password's proof up: it is asked for again.
      const { redirectUri, responseMode } = kept;
      return leave(startHostedLogin(client, { redirectUri, responseMode, returnTo, prompt: "login" }), returnTo);
    }
    return { ...refused, returnTo };
  }

  async function exchange(): Promise<CallbackOutcome> {
    try {
      await auth.setTokens(await auth.getMemberTokens(code, state, kept));
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

/** There is no sign-in to end here: it is another tab's, or ended long ago. That changes nothing for who is signed in. */
function notOurs({ client }: PorchlightContextValue, returnTo = "/"): CallbackOutcome {
  const isIn = client.auth.getSession().role === "member";
  return isIn ? { status: "done", returnTo } : { ...old, returnTo };
}

const old = { status: "failed", error: { key: "callback.failed.old", display: "notice" } } as const;
const refused = { status: "failed", error: { key: "callback.failed.refused", display: "notice" } } as const;

/** @throws {Error} when the client cannot do it. */
export function requireHostedLogin({ auth }: MemberClient): HostedLoginClient {
  if (auth.getAuthUrl && auth.parseFromUrl) return auth as HostedLoginClient;
  throw new Error("The hosted sign-in needs a client made with OAuthStrategy of @porchlight/client.");
}

import { goTo, type Navigate } from "../../ui/safe-url.ts";
import type { MemberClient, SignInResult } from "../member-client.ts";
import type { SessionStore } from "../session/session-store.ts";
import { type AuthOperation, asRecord, resultToAuthError, toAuthError } from "./auth-errors.ts";
import type { AuthFlow } from "./auth-flow.ts";
import type { AuthError } from "./form-error.ts";

/** The seven client states of the contract, and MFA. Source: spec §4, "Client state"; client.md, MFA. */
export const authStates = [
  "INITIAL",
  "SUCCESS",
  "OWNER_APPROVAL_REQUIRED",
  "EMAIL_VERIFICATION_REQUIRED",
  "FAILURE",
  "USER_CAPTCHA_REQUIRED",
  "SILENT_CAPTCHA_REQUIRED",
  "MFA_REQUIRED",
] as const;
/** The state of an authentication form. */
export type AuthState = (typeof authStates)[number];

/** Options of the authentication hooks. */
export interface AuthFormOptions {
  /** Called with each new state. */
  onState?: ((state: AuthState) => void) | undefined;
  /** Called after sign-in, before navigating to `redirectTo`; a promise is awaited. */
  onDone?: (() => unknown) | undefined;
  /** A path of this site to open after sign-in. Other URLs are ignored. */
  redirectTo?: string | undefined;
}

export interface AuthFormSnapshot {
  readonly state: AuthState;
  readonly error: AuthError | null;
  /** From submission until the response, and on until the member is signed in. */
  readonly isPending: boolean;
  /** Whether the browser is navigating to the hosted sign-in page because this one cannot finish the sign-in. */
  readonly isMovingToHosted?: boolean;
}

export interface AuthFormStore<Params> {
  getSnapshot(): AuthFormSnapshot;
  subscribe(listener: () => void): () => void;
  submit(params: Params): Promise<AuthState>;
  reset(): void;
}

export interface AuthFormStoreParams<Params> {
  operation: AuthOperation;
  client: Pick<MemberClient, "auth" | "factors">;
  session: Pick<SessionStore, "startSession">;
  flow: AuthFlow;
  send(params: Params): Promise<SignInResult>;
  /** Screen-specific conversion of a result; `undefined` uses the common one. */
  toError?: ((result: SignInResult, now: number) => AuthError | undefined) | undefined;
  /** Read again for every result; `undefined` after the screen has unmounted. */
  options(): AuthFormOptions & { navigate?: Navigate | undefined };
  /**
   * Continues at the hosted sign-in page with the session token, if available. Resolves when the page is about to
   * unload.
   */
  moveToHosted?: ((sessionToken: string, returnTo: string | undefined) => Promise<unknown>) | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

export const idleForm: AuthFormSnapshot = { state: "INITIAL", error: null, isPending: false };

/**
 * Runs the submissions of sign-in, sign-up and verification until the member is signed in. `submit` does nothing while
 * one is pending or after success; `reset` ignores a pending response.
 */
export function createAuthFormStore<Params>(parts: AuthFormStoreParams<Params>): AuthFormStore<Params> {
  const { operation, client, session, flow, options, now } = parts;
  const listeners = new Set<() => void>();
  let snapshot = idleForm;
  let run = 0;

  function set(next: AuthFormSnapshot) {
    snapshot = next;
    for (const listener of [...listeners]) listener();
  }

  function judge(result: SignInResult): AuthFormSnapshot {
    const state = authStates.find((name) => name === result.loginState);
    if (state === "SUCCESS" && result.data?.sessionToken) return { state, error: null, isPending: true };
    if (state === "EMAIL_VERIFICATION_REQUIRED" && result.data?.stateToken) {
      flow.update({ stateToken: result.data.stateToken, codeSentAt: now() });
      return { state, error: null, isPending: false };
    }
    if (state === "MFA_REQUIRED" && client.factors && result.data?.stateToken && result.data.factors?.length) {
      const { stateToken, factors, reason, sent } = result.data;
      flow.update({ pendingMfa: { stateToken, factors, reason, sent } });
      return { state, error: null, isPending: false };
    }
    if (state === "OWNER_APPROVAL_REQUIRED") {
      flow.update({ stateToken: undefined, codeSentAt: undefined });
      return { state, error: null, isPending: false };
    }
    return failure(parts.toError?.(result, now()) ?? resultToAuthError(operation, result, now()));
  }

  /** Completes the sign-in. Returns false if the page is being left instead. */
  async function letIn(sessionToken: string): Promise<boolean> {
    // Read before the session changes, which may unmount the screen.
    const { onDone, redirectTo, navigate } = options();
    try {
      await client.auth.completeLogin(sessionToken);
    } catch (error) {
      if (!parts.moveToHosted || !isRefusedFrame(error)) throw error;
      set({ ...snapshot, isMovingToHosted: true });
      await parts.moveToHosted(sessionToken, redirectTo).catch(() => {
        throw error;
      });
      return false;
    }
    session.startSession();
    flow.clear();
    await onDone?.();
    goTo(redirectTo, navigate);
    return true;
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async submit(params) {
      if (snapshot.isPending || snapshot.state === "SUCCESS") return snapshot.state;
      const mine = ++run;
      const enter = (next: AuthFormSnapshot): AuthState => {
        if (mine !== run) return "INITIAL";
        set(next);
        options().onState?.(next.state);
        return next.state;
      };
      set({ ...idleForm, isPending: true });
      try {
        const result = await parts.send(params);
        if (mine !== run) return "INITIAL";
        const next = judge(result);
        const state = enter(next);
        if (state === "SUCCESS") {
          const isIn = await letIn(result.data?.sessionToken ?? "");
          if (mine === run && isIn) set({ ...next, isPending: false });
        }
        return state;
      } catch (error) {
        return enter(failure(toAuthError(error, now())));
      }
    },
    reset() {
      run++;
      set(idleForm);
    },
  };
}

/** Whether the hidden frame was rejected or did not respond; a full page may succeed. Source: screens, §6.2. */
function isRefusedFrame(error: unknown): boolean {
  const { code } = asRecord(error);
  return code === "FRAME_SILENT" || code === "FRAME_TIMEOUT";
}

function failure(error: AuthError): AuthFormSnapshot {
  return { state: "FAILURE", error, isPending: false };
}

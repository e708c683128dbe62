import type { PorchlightError } from "@porchlight/client";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { type PorchlightContextValue, usePorchlight } from "../../provider.tsx";
import type { SessionMember } from "../member-client.ts";
import type { SessionRole, SessionSnapshot, SessionStatus } from "./session-store.ts";

/** Result of {@link useSession}. */
export interface Session {
  status: SessionStatus;
  role: SessionRole;
  /** Expiry of the access token, in seconds since the epoch; absent while unknown. Renewal is automatic. */
  expiresAt: number | undefined;
  /** Why the member could not be loaded last time. */
  error: PorchlightError | undefined;
  /** Reloads the member. */
  refresh(): Promise<void>;
}

/** The session's state. Re-renders when it, or what `select` returns, changes (compared by `Object.is`). */
export function useSession(): Session;
export function useSession<Value>(select: (session: Session) => Value): Value;
export function useSession<Value>(select?: (session: Session) => Value): Session | Value {
  return useView(toSession, select);
}

/** Result of {@link useMember}. */
export interface CurrentMember<Member> {
  /** `null` for a visitor, and while loading. */
  member: Member | null;
  isPending: boolean;
  error: PorchlightError | undefined;
}

/**
 * The signed-in member; loaded once for all components, or not at all if the server passed it. With `select` it
 * re-renders only when the selected value changes.
 */
export function useMember<Member extends SessionMember = SessionMember>(): CurrentMember<Member>;
export function useMember<Member extends SessionMember, Value>(
  select: (current: CurrentMember<Member>) => Value,
): Value;
export function useMember<Member extends SessionMember, Value>(select?: (current: CurrentMember<Member>) => Value) {
  const { session } = usePorchlight();
  const role = useView(toSession, (view) => view.role);
  useEffect(() => {
    if (role === "member") void session.loadMember();
  }, [session, role]);
  return useView(toCurrentMember, select as ((current: CurrentMember<SessionMember>) => Value) | undefined);
}

/** Result of {@link useAuth}. */
export interface Auth {
  status: SessionStatus;
  /**
   * Ends the session in this browser, and at the hosted pages if they have the same origin; otherwise use
   * `useHostedLogin().logout`. `returnTo` is an absolute URL to return to.
   */
  signOut(options?: { returnTo?: string }): Promise<void>;
  /** A token valid for at least a minute: the member's or a visitor's. */
  getAccessToken(): Promise<string>;
  loggedIn(): boolean;
}

/** Status and stable functions; renewals do not re-render. */
export function useAuth(): Auth {
  const { session, client } = usePorchlight();
  const status = useView(toSession, (view) => view.status);
  const signOut = useCallback(
    async (options?: { returnTo?: string }) => {
      const returnTo = options?.returnTo ?? window.location.href;
      const logoutUrl = await session.signOut(returnTo);
      // At the same origin, the hosted session ends without navigation.
      if (logoutUrl !== returnTo && logoutUrl?.startsWith(`${window.location.origin}/`)) {
        await fetch(logoutUrl, { redirect: "manual", keepalive: true }).catch(() => undefined);
      }
    },
    [session],
  );
  const getAccessToken = useCallback(async () => (await client.auth.getAuthHeaders()).headers.Authorization, [client]);
  const loggedIn = useCallback(() => session.getSnapshot().role === "member", [session]);
  return useMemo(() => ({ status, signOut, getAccessToken, loggedIn }), [status, signOut, getAccessToken, loggedIn]);
}

/**
 * How the previous session of this page ended, if it did, and a function to dismiss the notice. For the component that
 * shows the sign-in dialog only: while it is mounted, a page whose session is lost is not reset.
 */
export function useSessionEnd(): { ended: SessionSnapshot["ended"]; acknowledge(): void } {
  const { session } = usePorchlight();
  useEffect(() => session.retainLostSession(), [session]);
  const ended = useView(
    (snapshot) => snapshot,
    (snapshot) => snapshot.ended,
  );
  return { ended, acknowledge: session.acknowledgeEnd };
}

/** A value derived from a snapshot. React requires the same value for the same snapshot. */
type View<Facts> = (snapshot: SessionSnapshot, context: PorchlightContextValue) => Facts;

function useView<Facts>(view: View<Facts>, select?: undefined): Facts;
function useView<Facts, Value>(view: View<Facts>, select: (facts: Facts) => Value): Value;
function useView<Facts, Value>(view: View<Facts>, select: ((facts: Facts) => Value) | undefined): Facts | Value;
function useView<Facts, Value>(view: View<Facts>, select?: (facts: Facts) => Value): Facts | Value {
  const context = usePorchlight();
  const { session } = context;
  const pick = (snapshot: SessionSnapshot) => {
    const facts = view(snapshot, context);
    return select ? select(facts) : facts;
  };
  return useSyncExternalStore(
    session.subscribe,
    () => pick(session.getSnapshot()),
    () => pick(session.getServerSnapshot()),
  );
}

const toSession = memoizePerSnapshot<Session>(({ status, role, expiresAt, error }, { session }) => ({
  status,
  role,
  expiresAt,
  error,
  refresh: session.refresh,
}));

const toCurrentMember = memoizePerSnapshot<CurrentMember<SessionMember>>(
  ({ role, member, isMemberPending, error }, { client }) => ({
    member,
    isPending: isMemberPending || (role === "member" && !member && !error && client.members !== undefined),
    error,
  }),
);

function memoizePerSnapshot<Facts extends object>(view: View<Facts>): View<Facts> {
  const cache = new WeakMap<SessionSnapshot, Facts>();
  return (snapshot, context) => {
    const current = cache.get(snapshot) ?? view(snapshot, context);
    cache.set(snapshot, current);
    return current;
  };
}

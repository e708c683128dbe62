import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { usePorchlight } from "../provider.tsx";
import type { SessionMember } from "./member-client.ts";
import type { SessionRole, SessionSnapshot, SessionStatus } from "./session-store.ts";

/** Re-renders only when what `select` picks has changed (by `Object.is`). */
function useSessionValue<Value>(select: (snapshot: SessionSnapshot) => Value): Value {
  const { session } = usePorchlight();
  return useSyncExternalStore(
    session.subscribe,
    () => select(session.getSnapshot()),
    () => select(session.getServerSnapshot()),
  );
}

export interface Session {
  status: SessionStatus;
  role: SessionRole;
  /** End of the access token, in seconds since the epoch; absent while unknown. It is renewed by itself. */
  expiresAt: number | undefined;
  /** Why the member could not be read last time. */
  error: unknown;
  /** Reads the member and the state of the tokens again. */
  refresh(): Promise<void>;
}

/** The state of the session. Re-renders on every change of it, renewals included; see {@link useAuth} for less. */
export function useSession(): Session {
  const { session } = usePorchlight();
  const snapshot = useSessionValue((value) => value);
  return useMemo(
    () => ({
      status: snapshot.status,
      role: snapshot.role,
      expiresAt: snapshot.expiresAt,
      error: snapshot.error,
      refresh: session.refresh,
    }),
    [snapshot, session],
  );
}

export interface CurrentMember<Member> {
  /** `null` for a visitor, and while it is being read. */
  member: Member | null;
  isPending: boolean;
  error: unknown;
}

/** The member who is signed in; read once for all components, or not at all when the server handed it over. */
export function useMember<Member extends SessionMember = SessionMember>(): CurrentMember<Member> {
  const { session, client } = usePorchlight();
  const role = useSessionValue((value) => value.role);
  const member = useSessionValue((value) => value.member) as Member | null;
  const isReading = useSessionValue((value) => value.isMemberPending);
  const error = useSessionValue((value) => value.error);
  useEffect(() => {
    if (role === "member") void session.loadMember();
  }, [session, role]);
  const isPending = isReading || (role === "member" && !member && !error && client.members !== undefined);
  return useMemo(() => ({ member, isPending, error }), [member, isPending, error]);
}

export interface Auth {
  status: SessionStatus;
  /** Ends the session in this browser. `returnTo` is a full address the server may send the person back to. */
  signOut(options?: { returnTo?: string }): Promise<void>;
  /** A token good for at least a minute: the member's, or a visitor's. */
  getAccessToken(): Promise<string>;
  loggedIn(): boolean;
}

/** Status and functions that stay the same between renders; renewals do not re-render. */
export function useAuth(): Auth {
  const { session, client } = usePorchlight();
  const status = useSessionValue((value) => value.status);
  const signOut = useCallback(
    (options?: { returnTo?: string }) => session.signOut(options?.returnTo ?? window.location.href),
    [session],
  );
  const getAccessToken = useCallback(async () => (await client.auth.getAuthHeaders()).headers.Authorization, [client]);
  const loggedIn = useCallback(() => session.getSnapshot().role === "member", [session]);
  return useMemo(() => ({ status, signOut, getAccessToken, loggedIn }), [status, signOut, getAccessToken, loggedIn]);
}

/** How the last session of this page ended, if it did, and a way to put the note away. */
export function useSessionEnd(): { ended: SessionSnapshot["ended"]; acknowledge(): void } {
  const { session } = usePorchlight();
  const ended = useSessionValue((value) => value.ended);
  return { ended, acknowledge: session.acknowledgeEnd };
}

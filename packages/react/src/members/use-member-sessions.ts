import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { asRecord } from "../auth/failures.ts";
import type { SessionEntry } from "../auth/member-client.ts";
import { needModule } from "../auth/need-module.ts";
import { useSession } from "../auth/use-session.ts";
import { usePorchlight } from "../provider.tsx";

export interface MemberSessionList {
  /** This one first, then the last used ones; absent until they are read. */
  sessions: readonly SessionEntry[] | undefined;
  /** Whether they are being read. */
  isPending: boolean;
  /** Why they could not be read last time. */
  error: unknown;
  /** Reads them again. */
  refresh(): Promise<void>;
  /** Ends one. Rejects with the client's error; one that has ended already counts as ended. */
  end(sessionId: string): Promise<void>;
  /** Ends all but this one. Rejects with the client's error. */
  endOthers(): Promise<void>;
}

interface List {
  sessions?: readonly SessionEntry[] | undefined;
  isPending: boolean;
  error?: unknown;
}

/** Where the member is signed in; read when the component appears, and again when an outage is over. */
export function useMemberSessions(): MemberSessionList {
  const calls = needModule(usePorchlight().client.memberSessions, "memberSessions");
  const isMember = useSession(({ status }) => status === "member");
  const [list, setList] = useState<List>({ isPending: true });
  /** Number of the newest read: the answer of an older one is dropped. */
  const asked = useRef(0);

  const refresh = useCallback(async () => {
    const mine = ++asked.current;
    setList((before) => ({ ...before, isPending: true }));
    const next: List = await calls.listSessions().then(
      ({ sessions }) => ({ sessions, isPending: false }),
      (error: unknown) => ({ error, isPending: false }),
    );
    if (mine === asked.current) setList((before) => ({ sessions: before.sessions, ...next }));
  }, [calls]);
  useEffect(() => {
    if (!isMember) return;
    void refresh();
    return () => {
      asked.current++;
    };
  }, [isMember, refresh]);

  const keep = useCallback((isKept: (session: SessionEntry) => boolean) => {
    setList((before) => ({ ...before, sessions: before.sessions?.filter(isKept) }));
  }, []);
  const end = useCallback(
    async (sessionId: string) => {
      await calls.endSession(sessionId).catch((error: unknown) => {
        if (asRecord(error).code !== "SESSION_NOT_FOUND") throw error;
      });
      keep(({ _id }) => _id !== sessionId);
    },
    [calls, keep],
  );
  const endOthers = useCallback(async () => {
    await calls.endOtherSessions();
    keep(({ current }) => current);
  }, [calls, keep]);
  return useMemo(
    () => ({ sessions: list.sessions, isPending: list.isPending, error: list.error, refresh, end, endOthers }),
    [list, refresh, end, endOthers],
  );
}

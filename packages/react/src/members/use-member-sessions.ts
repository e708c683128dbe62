import { useCallback, useMemo } from "react";
import { asRecord } from "../auth/failures.ts";
import type { SessionEntry } from "../auth/member-client.ts";
import { needModule } from "../auth/need-module.ts";
import { usePorchlight } from "../provider.tsx";
import { useMemberRead } from "./use-member-read.ts";

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

/** What `listSessions` of the client's module `memberSessions` answers. */
export interface MemberSessionsRead {
  sessions: readonly SessionEntry[];
}

/**
 * Where the member is signed in; read when the component appears, unless a server has read it into `initial`, and again when an
 * outage is over.
 */
export function useMemberSessions(initial?: MemberSessionsRead): MemberSessionList {
  const calls = needModule(usePorchlight().client.memberSessions, "memberSessions");
  const read = useCallback((): Promise<MemberSessionsRead> => calls.listSessions(), [calls]);
  const { data, isPending, error, refresh, change } = useMemberRead(read, initial);
  const sessions = data?.sessions;

  const keep = useCallback(
    (isKept: (session: SessionEntry) => boolean) => change((before) => ({ sessions: before.sessions.filter(isKept) })),
    [change],
  );
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
    () => ({ sessions, isPending, error, refresh, end, endOthers }),
    [sessions, isPending, error, refresh, end, endOthers],
  );
}

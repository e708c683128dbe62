import { useCallback, useMemo } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { MemberSession } from "../../auth/member-client.ts";
import { requireModule } from "../../auth/require-module.ts";
import { usePorchlight } from "../../provider.tsx";
import { useMemberData } from "../use-member-data.ts";

/** Result of {@link useMemberSessions}. */
export interface MemberSessionList {
  /** This one first, then the last used ones; absent until they are read. */
  sessions: readonly MemberSession[] | undefined;
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
export interface MemberSessionsData {
  sessions: readonly MemberSession[];
}

/**
 * Where the member is signed in; read when the component appears, unless a server has read it into `initial`, and again when an
 * outage is over.
 */
export function useMemberSessions(initial?: MemberSessionsData): MemberSessionList {
  const calls = requireModule(usePorchlight().client.memberSessions, "memberSessions");
  const read = useCallback((): Promise<MemberSessionsData> => calls.listSessions(), [calls]);
  const { data, isPending, error, refresh, change } = useMemberData(read, initial);
  const sessions = data?.sessions;

  const keep = useCallback(
    (isKept: (session: MemberSession) => boolean) => change((before) => ({ sessions: before.sessions.filter(isKept) })),
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

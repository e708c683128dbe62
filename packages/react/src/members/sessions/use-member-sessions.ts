import type { PorchlightError } from "@porchlight/client";
import { useCallback, useMemo } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { MemberSession } from "../../auth/member-client.ts";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { useMemberData } from "../use-member-data.ts";

/** Result of {@link useMemberSessions}. */
export interface MemberSessionList {
  /** The current session first, then by last use; absent until loaded. */
  sessions: readonly MemberSession[] | undefined;
  /** Whether they are loading. */
  isPending: boolean;
  /** Why they could not be loaded last time. */
  error: PorchlightError | undefined;
  /** Reloads them. */
  refresh(): Promise<void>;
  /** Ends one. Rejects with the client's error; a session that has already ended counts as ended. */
  end(sessionId: string): Promise<void>;
  /** Ends all but the current one. Rejects with the client's error. */
  endOthers(): Promise<void>;
}

/** Result of `listSessions` of the client's module `memberSessions`. */
export interface MemberSessionsData {
  sessions: readonly MemberSession[];
}

/** The member's sessions; loaded on mount, unless a server passes them as `initial`, and again after an outage. */
export function useMemberSessions(initial?: MemberSessionsData): MemberSessionList {
  const calls = requireModule(usePorchlight().client.memberSessions, "memberSessions");
  const read = useCallback((): Promise<MemberSessionsData> => calls.listSessions(), [calls]);
  const { data, isPending, error, refresh, change } = useMemberData(read, initial);
  const sessions = data?.sessions;

  const filterSessions = useCallback(
    (isKept: (session: MemberSession) => boolean) => change((before) => ({ sessions: before.sessions.filter(isKept) })),
    [change],
  );
  const end = useCallback(
    async (sessionId: string) => {
      await calls.endSession(sessionId).catch((error: unknown) => {
        if (asRecord(error).code !== "SESSION_NOT_FOUND") throw error;
      });
      filterSessions(({ _id }) => _id !== sessionId);
    },
    [calls, filterSessions],
  );
  const endOthers = useCallback(async () => {
    await calls.endOtherSessions();
    filterSessions(({ current }) => current);
  }, [calls, filterSessions]);
  return useMemo(
    () => ({ sessions, isPending, error, refresh, end, endOthers }),
    [sessions, isPending, error, refresh, end, endOthers],
  );
}

import type { PorchlightError } from "@porchlight/client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMember, useSession } from "../auth/session/use-session.ts";

/** Data of the member that a section shows. */
export interface MemberData<Data> {
  /** Absent until loaded. */
  data: Data | undefined;
  isPending: boolean;
  /** Why it could not be loaded last time. */
  error: PorchlightError | undefined;
  refresh(): Promise<void>;
  /** Updates the data after a successful change on the server. */
  change(next: (before: Data) => Data): void;
}

interface Loaded<Data> {
  /** Identifies the member: see {@link useMemberKey}. */
  key: number;
  data?: Data | undefined;
  isPending: boolean;
  error?: PorchlightError | undefined;
}

/**
 * Loads data on mount, unless passed as `initial`, and again after an outage or when another member signs in. `read`
 * must be stable; without it nothing is loaded.
 */
export function useMemberData<Data>(
  read: (() => Promise<Data>) | undefined,
  initial: Data | undefined,
): MemberData<Data> {
  const status = useSession((session) => session.status);
  const key = useMemberKey();
  const [latest, setLatest] = useState<Loaded<Data>>({ key, data: initial, isPending: initial === undefined });
  const current = latest.key === key ? latest : { key, isPending: true };
  /** Number of the latest request; older responses are ignored. */
  const latestRequest = useRef(0);
  /** The member whose data was passed initially. */
  const handedOver = useRef(initial === undefined ? undefined : key);

  const refresh = useCallback(async () => {
    if (!read) return;
    const mine = ++latestRequest.current;
    const set = (change: Partial<Loaded<Data>>) =>
      setLatest((before) => ({ ...(before.key === key && before), key, isPending: false, ...change }));
    set({ isPending: true });
    const next = await read().then(
      (data) => ({ data, error: undefined }),
      (error: PorchlightError) => ({ error }),
    );
    if (mine === latestRequest.current) set(next);
  }, [read, key]);
  useEffect(() => {
    if (status === "loading") return;
    if (status !== "member") {
      handedOver.current = undefined;
      return;
    }
    if (handedOver.current !== key) void refresh();
    return () => {
      latestRequest.current++;
    };
  }, [status, key, refresh]);

  const change = useCallback((next: (before: Data) => Data) => {
    latestRequest.current++;
    setLatest((before) => ({
      ...before,
      isPending: false,
      data: before.data === undefined ? undefined : next(before.data),
    }));
  }, []);
  const { data, isPending, error } = current;
  return useMemo(() => ({ data, isPending, error, refresh, change }), [data, isPending, error, refresh, change]);
}

/** Changes when another member signs in. */
function useMemberKey(): number {
  const id = useMember(({ member }) => member?._id);
  const [last, setLast] = useState({ id, key: 0 });
  if (id && id !== last.id) setLast({ id, key: last.id ? last.key + 1 : last.key });
  return last.key;
}

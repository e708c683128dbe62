import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMember, useSession } from "../auth/session/use-session.ts";

/** Something of the member's that a block shows. */
export interface MemberData<Data> {
  /** Absent until it is read. */
  data: Data | undefined;
  isPending: boolean;
  /** Why it could not be read last time. */
  error: unknown;
  refresh(): Promise<void>;
  /** Changes what is shown, after a call that has changed it on the server. */
  change(next: (before: Data) => Data): void;
}

interface Held<Data> {
  /** Of which member it is: see {@link useMemberKey}. */
  key: number;
  data?: Data | undefined;
  isPending: boolean;
  error?: unknown;
}

/**
 * Reads it when the component appears, unless it is handed over as `initial`, and again when an outage is over or another member
 * is signed in. `read` has to stay the same between renders; without it there is nothing to read.
 */
export function useMemberData<Data>(
  read: (() => Promise<Data>) | undefined,
  initial: Data | undefined,
): MemberData<Data> {
  const status = useSession((session) => session.status);
  const key = useMemberKey();
  const [latest, setHeld] = useState<Held<Data>>({ key, data: initial, isPending: initial === undefined });
  const held = latest.key === key ? latest : { key, isPending: true };
  /** Number of the newest read: the answer of an older one is dropped. */
  const asked = useRef(0);
  /** For whom nothing has to be read. */
  const handedOver = useRef(initial === undefined ? undefined : key);

  const refresh = useCallback(async () => {
    if (!read) return;
    const mine = ++asked.current;
    const set = (change: Partial<Held<Data>>) =>
      setHeld((before) => ({ ...(before.key === key && before), key, isPending: false, ...change }));
    set({ isPending: true });
    const next = await read().then(
      (data) => ({ data, error: undefined }),
      (error: unknown) => ({ error }),
    );
    if (mine === asked.current) set(next);
  }, [read, key]);
  useEffect(() => {
    if (status === "loading") return;
    if (status !== "member") {
      handedOver.current = undefined;
      return;
    }
    if (handedOver.current !== key) void refresh();
    return () => {
      asked.current++;
    };
  }, [status, key, refresh]);

  const change = useCallback((next: (before: Data) => Data) => {
    asked.current++;
    setHeld((before) => ({
      ...before,
      isPending: false,
      data: before.data === undefined ? undefined : next(before.data),
    }));
  }, []);
  const { data, isPending, error } = held;
  return useMemo(() => ({ data, isPending, error, refresh, change }), [data, isPending, error, refresh, change]);
}

/** A number that is another one when another member is signed in. */
function useMemberKey(): number {
  const id = useMember(({ member }) => member?._id);
  const [known, setKnown] = useState({ id, key: 0 });
  if (id && id !== known.id) setKnown({ id, key: known.id ? known.key + 1 : known.key });
  return known.key;
}

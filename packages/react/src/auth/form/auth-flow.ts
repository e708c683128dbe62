/** What travels between the sign-in screens. Never a password. */
export interface AuthFlowSnapshot {
  /** What was typed last, so that nobody types it twice. */
  readonly email: string;
  /** Hands a sign-in on to the code screen; good for 15 minutes at the server. */
  readonly stateToken: string | undefined;
  /** When the last code was sent, in milliseconds since the epoch. */
  readonly codeSentAt: number | undefined;
  /** A sign-in that waits for the second step; good for 15 minutes at the server. */
  readonly pendingMfa: PendingMfa | undefined;
  /** Whether the server has told that the old password will not do any more. */
  readonly mustResetPassword: boolean | undefined;
}

export interface PendingMfa {
  readonly stateToken: string;
  /** What it can be taken with, the best first. */
  readonly factors: readonly { readonly factorType: string; readonly hint?: string | undefined }[];
  readonly reason: string | undefined;
  /** What was sent last; absent when nothing was, or when it is over. */
  readonly sent?: SentChallenge | undefined;
}

/** A code that is on its way, or a question to the member's devices. */
export interface SentChallenge {
  readonly factorType: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** With PUSH: the member chooses it on the device. */
  readonly pushNumber?: string | undefined;
}

export interface AuthFlow {
  getSnapshot(): AuthFlowSnapshot;
  getServerSnapshot(): AuthFlowSnapshot;
  subscribe(listener: () => void): () => void;
  update(change: Partial<AuthFlowSnapshot>): void;
  /** Forgets all of it, in memory and in storage. */
  clear(): void;
  /**
   * For the code screen while it is there: takes over a sign-in that another tab of this browser has begun, since the
   * link in the mail opens a tab of its own, and hands this one on. Answers how to stop.
   */
  share(): () => void;
}

const empty: AuthFlowSnapshot = {
  email: "",
  stateToken: undefined,
  codeSentAt: undefined,
  pendingMfa: undefined,
  mustResetPassword: undefined,
};
const storageKey = "porchlight-sign-in";

/**
 * Keeps the e-mail and the state token in memory and, to survive a reload, in `storage` (the browser's
 * `sessionStorage`). A storage that refuses is done without.
 */
export function createAuthFlow(
  findStorage: () => Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined,
): AuthFlow {
  let snapshot: AuthFlowSnapshot | undefined;
  const listeners = new Set<() => void>();

  function write(next: AuthFlowSnapshot) {
    snapshot = next;
    attempt(() => {
      const storage = findStorage();
      if (next === empty) storage?.removeItem(storageKey);
      else storage?.setItem(storageKey, JSON.stringify(next));
    });
    for (const listener of [...listeners]) listener();
  }

  const flow: AuthFlow = {
    getSnapshot: () =>
      (snapshot ??= toSnapshot(attempt(() => JSON.parse(findStorage()?.getItem(storageKey) ?? "null")))),
    getServerSnapshot: () => empty,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (change) => write({ ...flow.getSnapshot(), ...change }),
    clear: () => write(empty),
    share() {
      if (typeof BroadcastChannel === "undefined") return () => undefined;
      const channel = new BroadcastChannel(storageKey);
      // Nothing is the question, a snapshot the answer.
      channel.addEventListener("message", ({ data }) => {
        const { stateToken } = flow.getSnapshot();
        if (!data && stateToken) channel.postMessage(flow.getSnapshot());
        else if (data && !stateToken) write(toSnapshot(data));
      });
      // A tab that was here first has asked when nobody could answer.
      channel.postMessage(flow.getSnapshot().stateToken ? flow.getSnapshot() : null);
      return () => channel.close();
    },
  };
  return flow;
}

/** The fields that JSON from storage may have, each of any type. */
type StoredFields<Shape> = { readonly [Name in keyof Shape]?: unknown };

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function toSnapshot(stored: unknown): AuthFlowSnapshot {
  if (typeof stored !== "object" || stored === null) return empty;
  const { email, stateToken, codeSentAt, pendingMfa, mustResetPassword } = stored as StoredFields<AuthFlowSnapshot>;
  return {
    email: typeof email === "string" ? email : "",
    stateToken: typeof stateToken === "string" ? stateToken : undefined,
    codeSentAt: typeof codeSentAt === "number" ? codeSentAt : undefined,
    pendingMfa: toPendingMfa(pendingMfa),
    mustResetPassword: mustResetPassword === true || undefined,
  };
}

function toPendingMfa(stored: unknown): PendingMfa | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { stateToken, factors, reason, sent } = stored as StoredFields<PendingMfa>;
  if (typeof stateToken !== "string" || !Array.isArray(factors)) return undefined;
  return {
    stateToken,
    factors,
    reason: typeof reason === "string" ? reason : undefined,
    sent: sent as SentChallenge | undefined,
  };
}

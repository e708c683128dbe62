/** The state shared by the authentication screens. Never contains a password. */
export interface AuthFlowSnapshot {
  /** The email address entered last. */
  readonly email: string;
  /** Continues a sign-in on the code screen; valid for 15 minutes. */
  readonly stateToken: string | undefined;
  /** When the last code was sent, in milliseconds since the epoch. */
  readonly codeSentAt: number | undefined;
  /** A sign-in that requires MFA; valid for 15 minutes. */
  readonly pendingMfa: PendingMfa | undefined;
  /** Whether the server requires a new password. */
  readonly mustResetPassword: boolean | undefined;
}

export interface PendingMfa {
  readonly stateToken: string;
  /** The available factors, best first. */
  readonly factors: readonly { readonly factorType: string; readonly hint?: string | undefined }[];
  readonly reason: string | undefined;
  /** The last code or push sent, unless expired. */
  readonly sent?: SentChallenge | undefined;
}

/** A code or push that was sent. */
export interface SentChallenge {
  readonly factorType: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** With PUSH: the number to select on the device. */
  readonly pushNumber?: string | undefined;
}

export interface AuthFlow {
  getSnapshot(): AuthFlowSnapshot;
  getServerSnapshot(): AuthFlowSnapshot;
  subscribe(listener: () => void): () => void;
  update(change: Partial<AuthFlowSnapshot>): void;
  /** Clears the state in memory and in storage. */
  clear(): void;
  /**
   * Shares a sign-in with other tabs while the code screen is shown, because the link in the email opens a new tab.
   * Returns a function to stop.
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
 * Stores the email address and state token in memory and, to survive a reload, in `storage` (the browser's
 * `sessionStorage`). Storage errors are ignored.
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
      // `null` is the request, a snapshot the response.
      channel.addEventListener("message", ({ data }) => {
        const { stateToken } = flow.getSnapshot();
        if (!data && stateToken) channel.postMessage(flow.getSnapshot());
        else if (data && !stateToken) write(toSnapshot(data));
      });
      // A tab opened earlier requested the state before this one had it.
      channel.postMessage(flow.getSnapshot().stateToken ? flow.getSnapshot() : null);
      return () => channel.close();
    },
  };
  return flow;
}

/** Properties of stored JSON, each of any type. */
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

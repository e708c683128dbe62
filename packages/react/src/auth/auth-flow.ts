/** What travels between the sign-in screens. Never a password. */
export interface AuthFlowSnapshot {
  /** What was typed last, so that nobody types it twice. */
  readonly email: string;
  /** Hands a sign-in on to the code screen; good for 15 minutes at the server. */
  readonly stateToken: string | undefined;
  /** When the last code was sent, in milliseconds since the epoch. */
  readonly codeSentAt: number | undefined;
}

export interface AuthFlow {
  getSnapshot(): AuthFlowSnapshot;
  getServerSnapshot(): AuthFlowSnapshot;
  subscribe(listener: () => void): () => void;
  update(change: Partial<AuthFlowSnapshot>): void;
  /** Forgets all of it, in memory and in storage. */
  clear(): void;
}

const empty: AuthFlowSnapshot = { email: "", stateToken: undefined, codeSentAt: undefined };
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
    getSnapshot: () => (snapshot ??= parseSnapshot(attempt(() => findStorage()?.getItem(storageKey)))),
    getServerSnapshot: () => empty,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (change) => write({ ...flow.getSnapshot(), ...change }),
    clear: () => write(empty),
  };
  return flow;
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function parseSnapshot(text: string | null | undefined): AuthFlowSnapshot {
  const kept: unknown = attempt(() => JSON.parse(text ?? "null"));
  if (typeof kept !== "object" || kept === null) return empty;
  const { email, stateToken, codeSentAt } = kept as Record<string, unknown>;
  return {
    email: typeof email === "string" ? email : "",
    stateToken: typeof stateToken === "string" ? stateToken : undefined,
    codeSentAt: typeof codeSentAt === "number" ? codeSentAt : undefined,
  };
}

/** Records received tokens. Use a shared table or cache if several processes receive deliveries. */
export interface ReplayCache {
  /**
   * Atomically adds a token.
   *
   * @param until Milliseconds since the epoch; the token is rejected afterwards anyway.
   * @returns Whether it was new.
   */
  add(token: string, until: number): boolean | Promise<boolean>;
  /** Removes a token whose handling failed. */
  remove(token: string): void | Promise<void>;
}

const maxTokens = 10_000;

/** Stores the latest tokens of this process. */
export function memoryReplayCache(): ReplayCache {
  const tokens = new Set<string>();
  return {
    add(token) {
      if (tokens.has(token)) return false;
      tokens.add(token);
      for (const oldest of tokens) {
        if (tokens.size <= maxTokens) break;
        tokens.delete(oldest);
      }
      return true;
    },
    remove: (token) => void tokens.delete(token),
  };
}

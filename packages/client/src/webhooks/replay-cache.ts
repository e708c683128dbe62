/** Which tokens have come. Where several processes receive deliveries, a table or a cache that they share. */
export interface ReplayCache {
  /**
   * Notes a token, all at once for everybody who asks.
   *
   * @param until Milliseconds since the epoch; afterwards nobody takes it any more.
   * @returns Whether it was not there.
   */
  add(token: string, until: number): boolean | Promise<boolean>;
  /** Forgets it again: what was to be done with it failed. */
  remove(token: string): void | Promise<void>;
}

const maxTokens = 10_000;

/** The latest tokens of this process. */
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

/**
 * What the tokens that tabs share do not tell: whether a session that is gone was ended or lost, that somebody came, and that
 * the member has changed their own record.
 */
export type SessionMessage = "signedIn" | "signedOut" | "lost" | "memberChanged";

export interface SessionChannel {
  /** Tells the other tabs of this browser. */
  post(word: SessionMessage): void;
  close(): void;
}

/** Connects the tabs of this site; without the means for it nothing is said or heard. */
export function openSessionChannel(onWord: (word: SessionMessage) => void): SessionChannel {
  if (typeof BroadcastChannel === "undefined") return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel("porchlight-session");
  (channel as { unref?(): void }).unref?.(); // outside browsers it would keep the process alive
  channel.addEventListener("message", ({ data }) => onWord(data));
  return { post: (word) => channel.postMessage(word), close: () => channel.close() };
}

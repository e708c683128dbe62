/** A message that a page received. */
export interface PageMessage {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

/** A hidden frame in the page. */
export interface PageFrame {
  /** The window inside; a message counts only when it comes from here. */
  source(): unknown;
  remove(): void;
}

/** What sign-in needs of a browser page. */
export interface Page {
  readonly origin: string;
  openFrame(url: string, onLoad: () => void): PageFrame;
  /** Calls `listener` for every message until the answer is called. */
  onMessage(listener: (message: PageMessage) => void): () => void;
}

/**
 * Everything this package takes from the machine it runs on. Handed in by tests and by runtimes that have it elsewhere;
 * the standard one comes from `globalThis`.
 */
export interface Environment {
  /** Milliseconds since the epoch, by this device's clock. */
  now(): number;
  /** Milliseconds since some moment; never jumps when the device's clock is set. */
  monotonic(): number;
  /** At least 0, below 1. Only for jitter. */
  random(): number;
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly crypto: Crypto | undefined;
  /** The page around, or undefined outside a browser. */
  page(): Page | undefined;
}

export function createEnvironment(overrides: Partial<Environment> = {}): Environment {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: Math.random,
    setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as number),
    crypto,
    page: () => globalThis.document && browserPage(window),
    ...overrides,
  };
}

/** The page of a window. */
export function browserPage(window: Window): Page {
  return {
    origin: window.origin,
    openFrame(url, onLoad) {
      const frame = window.document.createElement("iframe");
      frame.style.display = "none";
      // The pre-warmed page signs nobody in who is not on a registered origin.
      frame.referrerPolicy = "origin";
      frame.src = url;
      frame.onload = onLoad;
      window.document.body.append(frame);
      return { source: () => frame.contentWindow, remove: () => frame.remove() };
    },
    onMessage(listener) {
      window.addEventListener("message", listener);
      return () => window.removeEventListener("message", listener);
    },
  };
}

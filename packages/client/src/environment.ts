/** A message that a page received. */
export interface PageMessage {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

/** A hidden frame in the page. */
export interface PageFrame {
  /** The window inside the frame; only messages from it count. */
  source(): unknown;
  remove(): void;
}

/** The browser page, as sign-in uses it. */
export interface Page {
  readonly origin: string;
  openFrame(url: string, onLoad: () => void): PageFrame;
  /** Adds a message listener; returns a function that removes it. */
  onMessage(listener: (message: PageMessage) => void): () => void;
}

/**
 * The runtime dependencies of this package. Tests and special runtimes inject them; the defaults come from
 * `globalThis`.
 */
export interface Environment {
  /** Milliseconds since the epoch, by this device's clock. */
  now(): number;
  /** Monotonic time in milliseconds. */
  monotonic(): number;
  /** At least 0, below 1. Only for jitter. */
  random(): number;
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly crypto: Crypto | undefined;
  /** The current page; undefined outside a browser. */
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
      // The hosted page signs in no member without a registered origin.
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

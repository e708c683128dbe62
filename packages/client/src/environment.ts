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
  /** Runs `work` while no other holder of `name` runs, in no tab of this origin. Waits at most {@link lockWaitMs}. */
  lock<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** The page around, or undefined outside a browser. */
  page(): Page | undefined;
}

/** After this long a lock is not waited for any more: it only saves requests, it guards nothing. */
export const lockWaitMs = 2_000;

export function createEnvironment(overrides: Partial<Environment> = {}): Environment {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => Math.random(),
    setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as number),
    crypto: globalThis.crypto,
    lock: lockInBrowser,
    page: () => (typeof document === "undefined" ? undefined : browserPage(window)),
    ...overrides,
  };
}

async function lockInBrowser<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let running: Promise<Result> | undefined;
  const run = () => {
    running ??= work();
    return running;
  };
  // A lock that is held already is not given up when the signal fires.
  const waited = globalThis.navigator?.locks?.request(name, { signal: AbortSignal.timeout(lockWaitMs) }, run);
  await waited?.catch(() => {});
  return run();
}

/** The page of a window. */
export function browserPage(window: Window): Page {
  return {
    origin: window.location.origin,
    openFrame(url, onLoad) {
      const frame = window.document.createElement("iframe");
      frame.style.display = "none";
      frame.src = url;
      frame.addEventListener("load", onLoad);
      window.document.body.appendChild(frame);
      return { source: () => frame.contentWindow, remove: () => frame.remove() };
    },
    onMessage(listener) {
      window.addEventListener("message", listener);
      return () => window.removeEventListener("message", listener);
    },
  };
}

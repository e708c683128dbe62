import { AsyncLocalStorage } from "node:async_hooks";
import type { World } from "./world.ts";

export const siteUrl = "https://site.example";
/** The page of the running code. */
export const page = new AsyncLocalStorage<Tab>();
/** The world in which the site handles a request. */
export const hosting = new AsyncLocalStorage<World>();

/** A page of the browser. */
export class Tab {
  readonly world: World;
  isOpen = true;
  readonly sessionStorage: Map<string, string>;
  readonly listeners = new Set<(event: { key: string }) => void>();
  readonly channels = new Set<FakeChannel>();
  readonly gone: Promise<void>;
  readonly leaving = new Set<() => void>();

  /** @param before The previous page in this tab. */
  constructor(world: World, before?: Tab) {
    this.world = world;
    this.sessionStorage = before?.sessionStorage ?? new Map();
    this.gone = new Promise((resolve) => this.leaving.add(resolve));
    world.tabs.add(this);
  }

  /** Closes the page: aborts requests and removes timers and locks. */
  leave(): void {
    this.isOpen = false;
    this.world.tabs.delete(this);
    this.world.clearTimersOf(this);
    for (const leave of this.leaving) leave();
  }

  /** Runs code in this page. */
  run<Result>(work: () => Result): Result {
    return page.run(this, work);
  }

  readonly fetch: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const signal = init?.signal;
      const abort = () => reject(signal?.reason);
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort);
      const { signal: _signal, ...rest } = init ?? {};
      const request = new Request(input, rest);
      const sent = request.url.startsWith(siteUrl)
        ? this.world.visitSite(this, request)
        : this.world.travel(this, request);
      sent.then(
        (answer) => this.isOpen && resolve(answer),
        (error) => this.isOpen && reject(error),
      );
    });
}

function here(): Tab {
  const tab = page.getStore();
  if (!tab) throw new Error("This runs in no page.");
  return tab;
}

/** Browser globals, delegated to the page of the running code. */
export function installBrowser(): () => void {
  const originals = new Map<string, PropertyDescriptor | undefined>();
  const define = (name: string, descriptor: PropertyDescriptor) => {
    originals.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
  };
  const area = (entries: () => Map<string, string>, onWrite: (key: string) => void = () => {}) => ({
    getItem(key: string) {
      if (key.startsWith("blocked-")) throw new DOMException("Access is denied.", "SecurityError");
      return entries().get(key) ?? null;
    },
    setItem(key: string, value: string) {
      if (!here().isOpen) return;
      if (key.startsWith("full-")) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      entries().set(key, value);
      onWrite(key);
    },
  });
  const localArea = area(
    () => here().world.local,
    (key) => notifyOthers((tab) => [...tab.listeners].map((listener) => () => listener({ key }))),
  );
  define("localStorage", { value: localArea });
  define("sessionStorage", { value: area(() => here().sessionStorage) });
  define("location", { value: { protocol: "https:", origin: siteUrl } });
  define("document", {
    value: {
      get cookie() {
        return [...here().world.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      },
      set cookie(text: string) {
        const { isOpen, world } = here();
        const [pair = ""] = text.split("; ", 1);
        const name = pair.slice(0, pair.indexOf("="));
        if (!isOpen || text.length > 4096 || name.startsWith("dropped-")) return;
        if (text.includes("Max-Age=0")) world.cookies.delete(name);
        else world.cookies.set(name, pair.slice(name.length + 1));
      },
    },
  });
  define("addEventListener", {
    value: (name: string, listener: (event: { key: string }) => void) => {
      if (name === "storage") here().listeners.add(listener);
    },
  });
  define("BroadcastChannel", { value: FakeChannel });
  define("navigator", { value: { locks: { request: requestLock } } });
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (milliseconds) => {
    const tab = page.getStore();
    const world = tab?.world ?? hosting.getStore();
    if (!world) return timeout.call(AbortSignal, milliseconds);
    const controller = new AbortController();
    world.setTimer(() => controller.abort(new DOMException("Time is over.", "TimeoutError")), milliseconds, tab);
    return controller.signal;
  };
  return () => {
    AbortSignal.timeout = timeout;
    for (const [name, descriptor] of originals) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}

/** Dispatches an event to all other pages asynchronously. */
function notifyOthers(eventsOf: (tab: Tab) => (() => void)[]): void {
  const sender = here();
  for (const tab of sender.world.tabs) {
    if (tab === sender) continue;
    for (const event of eventsOf(tab)) setImmediate(() => tab.isOpen && tab.run(event));
  }
}

class FakeChannel {
  readonly name: string;
  private readonly listeners = new Set<() => void>();
  constructor(name: string) {
    this.name = name;
    here().channels.add(this);
  }
  addEventListener(_name: string, listener: () => void): void {
    this.listeners.add(listener);
  }
  postMessage(): void {
    notifyOthers((tab) =>
      [...tab.channels].filter(({ name }) => name === this.name).flatMap((one) => [...one.listeners]),
    );
  }
}

/** Source: Web Locks API. Closing a page releases its locks. */
async function requestLock<Result>(
  name: string,
  { signal }: { signal: AbortSignal },
  run: () => Promise<Result>,
): Promise<Result> {
  const { world, leaving } = here();
  const before = world.locks.get(name) ?? Promise.resolve();
  let release: () => void = () => {};
  const entries = new Promise<void>((resolve) => {
    release = resolve;
  });
  leaving.add(release);
  world.locks.set(
    name,
    before.then(() => entries),
  );
  try {
    await Promise.race([
      before,
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]);
    return await run();
  } finally {
    release();
    leaving.delete(release);
  }
}

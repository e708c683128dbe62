import { AsyncLocalStorage } from "node:async_hooks";
import { createTestServer, type TestServer } from "@porchlight/server/testing";
import type { Fault, Road } from "./faults.ts";

/** Which world's clock the server goes by while it answers. */
const serving = new AsyncLocalStorage<World>();
const start = Date.now();

/** The real server, whose clock is that of the world that asks. */
export const startPlayedServer = (): Promise<TestServer> =>
  createTestServer({ now: () => new Date(start + (serving.getStore()?.serverTime() ?? 0)) });

/** Where one case happens: a browser and the way to the server, on a clock that moves only while everybody waits for it. */
export class World {
  readonly server: TestServer;
  readonly tabs = new Set<Tab>();
  readonly local = new Map<string, string>();
  readonly cookies = new Map<string, string>();
  /** What the app's own storage holds. */
  own: unknown = null;
  readonly locks = new Map<string, Promise<unknown>>();
  /** Milliseconds by which the device's clock is wrong. */
  deviceOff = 0;
  /** Milliseconds that went by for the server alone. */
  serverAhead = 0;
  /** What stands between tabs and server now. */
  meets: (request: Request) => { fault: Fault; isAfter: boolean } | undefined = () => undefined;
  /** The `Origin` of the browser's requests. */
  origin: string | undefined;
  /** Requests for the token endpoint, whether or not they came through. */
  tokenRequests = 0;

  private clock = 0;
  private underWay = 0;
  private stirred = 0;
  private readonly timers = new Map<number, { at: number; run(): void; tab: Tab | undefined }>();
  private lastTimer = 0;

  constructor(server: TestServer) {
    this.server = server;
  }

  elapsed = () => this.clock;
  deviceTime = () => start + this.clock + this.deviceOff;
  serverTime = () => this.clock + this.serverAhead;

  /** Runs on the server's side of the world. */
  onServer = <Result>(work: () => Promise<Result>): Promise<Result> => this.holding(() => serving.run(this, work));

  /** Runs what takes real time and no played one. */
  async holding<Result>(work: () => Promise<Result>): Promise<Result> {
    this.underWay++;
    try {
      return await work();
    } finally {
      this.underWay--;
      this.stirred++;
    }
  }

  setTimer(run: () => void, milliseconds: number, tab?: Tab): number {
    this.stirred++;
    this.timers.set(++this.lastTimer, { at: this.clock + Math.max(0, milliseconds), run, tab });
    return this.lastTimer;
  }

  clearTimer(timer: number): void {
    this.timers.delete(timer);
  }

  clearTimersOf(tab: Tab): void {
    for (const [id, timer] of this.timers) if (timer.tab === tab) this.timers.delete(id);
  }

  /** Lets everything happen until `work` has settled. @throws {Error} when it waits for what never comes. */
  async settle<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    const isOver = () => isDone;
    while (!isDone) {
      await this.calm(isOver);
      if (!isDone && !this.fireNext(Number.POSITIVE_INFINITY)) throw new Error("Something waits for ever.");
    }
    return work;
  }

  /** Lets `milliseconds` go by, with everything that is due meanwhile. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.clock + milliseconds;
    do await this.calm();
    while (this.fireNext(end));
    this.clock = end;
  }

  /** Until nothing is under way that needs no clock: what has to be waited for now are timers. */
  private async calm(isOver: () => boolean = () => false): Promise<void> {
    for (let quiet = 0; quiet < 6 && !isOver(); quiet++) {
      const before = this.stirred;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.underWay > 0 || this.stirred !== before) quiet = -1;
    }
  }

  private fireNext(limit: number): boolean {
    let first: [number, { at: number; run(): void }] | undefined;
    for (const entry of this.timers) if (!first || entry[1].at < first[1].at) first = entry;
    if (!first || first[1].at > limit) return false;
    this.timers.delete(first[0]);
    this.clock = Math.max(this.clock, first[1].at);
    first[1].run();
    return true;
  }

  /** One request of a tab, as far as the fault that stands there lets it come. */
  async travel(tab: Tab, request: Request): Promise<Response> {
    this.stirred++;
    const body = await request.text();
    if (request.url.endsWith("/oauth2/token")) this.tokenRequests++;
    const forward = () =>
      this.onServer(async () => {
        const { url, method, headers } = request;
        if (this.origin) headers.set("origin", this.origin);
        const answer = await this.server.fetch(new Request(url, { method, headers, ...(body && { body }) }));
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      });
    const met = this.meets(request);
    if (!met) {
      const { status, headers, text } = await forward();
      return new Response(text, { status, headers });
    }
    const road: Road = {
      forward,
      wait: (milliseconds) => new Promise((resolve) => this.setTimer(resolve, milliseconds, tab)),
      now: this.deviceTime,
      isAfter: met.isAfter,
    };
    return met.fault.answer(road);
  }
}

/** One page of the browser. */
export class Tab {
  readonly world: World;
  isOpen = true;
  readonly sessionStorage: Map<string, string>;
  readonly listeners = new Set<(event: { key: string }) => void>();
  readonly channels = new Set<FakeChannel>();
  readonly gone: Promise<void>;
  readonly leaving = new Set<() => void>();

  /** @param before The page that was loaded in this tab before. */
  constructor(world: World, before?: Tab) {
    this.world = world;
    this.sessionStorage = before?.sessionStorage ?? new Map();
    this.gone = new Promise((resolve) => this.leaving.add(resolve));
    world.tabs.add(this);
  }

  /** The page goes: its requests are given up, its timers and locks are gone, nothing it began goes on. */
  leave(): void {
    this.isOpen = false;
    this.world.tabs.delete(this);
    this.world.clearTimersOf(this);
    for (const leave of this.leaving) leave();
  }

  /** Runs in this page. */
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
      this.world.travel(this, new Request(input, rest)).then(
        (answer) => this.isOpen && resolve(answer),
        (error) => this.isOpen && reject(error),
      );
    });
}

/** In whose page the running code is. */
const page = new AsyncLocalStorage<Tab>();

function here(): Tab {
  const tab = page.getStore();
  if (!tab) throw new Error("This runs in no page.");
  return tab;
}

/** The global objects that storages look for, each as the page has it whose code asks. */
export function installBrowser(): () => void {
  const originals = new Map<string, PropertyDescriptor | undefined>();
  const define = (name: string, descriptor: PropertyDescriptor) => {
    originals.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
  };
  const area = (held: () => Map<string, string>, onWrite: (key: string) => void = () => {}) => ({
    getItem(key: string) {
      if (key.startsWith("blocked-")) throw new DOMException("Access is denied.", "SecurityError");
      return held().get(key) ?? null;
    },
    setItem(key: string, value: string) {
      if (!here().isOpen) return;
      if (key.startsWith("full-")) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      held().set(key, value);
      onWrite(key);
    },
  });
  const localArea = area(
    () => here().world.local,
    (key) => tellOthers((tab) => [...tab.listeners].map((listener) => () => listener({ key }))),
  );
  define("localStorage", { value: localArea });
  define("sessionStorage", { value: area(() => here().sessionStorage) });
  define("location", { value: { protocol: "https:" } });
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
    if (!tab) return timeout.call(AbortSignal, milliseconds);
    const controller = new AbortController();
    tab.world.setTimer(() => controller.abort(new DOMException("Time is over.", "TimeoutError")), milliseconds, tab);
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

/** Events for every other page of this browser, each in its own page and after what runs now. */
function tellOthers(eventsOf: (tab: Tab) => (() => void)[]): void {
  const teller = here();
  for (const tab of teller.world.tabs) {
    if (tab === teller) continue;
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
    tellOthers((tab) =>
      [...tab.channels].filter(({ name }) => name === this.name).flatMap((one) => [...one.listeners]),
    );
  }
}

/** Source: Web Locks API. A page that goes lets go of its locks. */
async function requestLock<Result>(
  name: string,
  { signal }: { signal: AbortSignal },
  run: () => Promise<Result>,
): Promise<Result> {
  const { world, leaving } = here();
  const before = world.locks.get(name) ?? Promise.resolve();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  leaving.add(release);
  world.locks.set(
    name,
    before.then(() => held),
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

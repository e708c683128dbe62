import { AsyncLocalStorage } from "node:async_hooks";
import { createSessionHandler } from "@porchlight/client/server";
import { createTestServer, type TestServer } from "@porchlight/server/testing";
import { createSessionId, sessionCookie } from "../../../packages/client/src/auth/server/cookie-session.ts";
import { hosting, page, siteUrl, type Tab } from "./browser.ts";
import type { Connection, Fault } from "./faults.ts";

/** The world whose clock the server uses. */
const serving = new AsyncLocalStorage<World>();
const start = Date.now();
/** Base URL of the server. */
export const host = "http://localhost:4000";

/** The real server, with the clock of the calling world. */
export const startSimulatedServer = (): Promise<TestServer> =>
  createTestServer({ now: () => new Date(start + (serving.getStore()?.serverTime() ?? 0)) });

/** A simulated browser and network with a clock that advances only while all code waits for it. */
export class World {
  readonly server: TestServer;
  readonly tabs = new Set<Tab>();
  readonly local = new Map<string, string>();
  readonly cookies = new Map<string, string>();
  /** Cookies that scripts cannot read. */
  readonly hiddenCookies = new Map<string, string>();
  /** Whether faults of the token endpoint affect the site's session handler instead. */
  isSiteAffected = false;
  /** Contents of the app's own storage. */
  own: unknown = null;
  readonly locks = new Map<string, Promise<unknown>>();
  /** Error of the device clock in milliseconds. */
  deviceOff = 0;
  /** Additional milliseconds on the server. */
  serverAhead = 0;
  /** The current fault. */
  findFault: (request: Request) => { fault: Fault; isAfter: boolean } | undefined = () => undefined;
  /** `Origin` of requests. */
  origin: string | undefined;
  /** Requests to the token endpoint, delivered or not. */
  tokenRequests = 0;

  private clock = 0;
  private underWay = 0;
  private stirred = 0;
  private readonly timers = new Map<number, { at: number; run(): void; tab: Tab | undefined }>();
  private lastTimer = 0;

  private readonly handleSession: (request: Request) => Promise<Response>;

  constructor(server: TestServer) {
    this.server = server;
    this.handleSession = createSessionHandler({
      host,
      clientId: server.clientId,
      siteUrl,
      fetch: (input, init) => {
        const { signal, ...rest } = init ?? {};
        return new Promise((resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
          this.travel(undefined, new Request(input, rest)).then(resolve, reject);
        });
      },
      environment: {
        now: this.siteTime,
        monotonic: this.elapsed,
        random: () => 0.5,
        setTimeout: (run, milliseconds) => this.setTimer(run, milliseconds),
        clearTimeout: (timer) => this.clearTimer(timer as number),
      },
    });
  }

  elapsed = () => this.clock;
  deviceTime = () => start + this.clock + this.deviceOff;
  serverTime = () => this.clock + this.serverAhead;
  siteTime = () => start + this.serverTime();

  /** Runs on the server side. */
  onServer = <Result>(work: () => Promise<Result>): Promise<Result> => this.holding(() => serving.run(this, work));

  /** Runs work in real time while the simulated clock stands still. */
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

  /** Advances the clock until `work` has settled. @throws {Error} if it never does. */
  async runUntilSettled<Result>(work: Promise<Result>): Promise<Result> {
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

  /** Advances the clock by `milliseconds` and runs due timers. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.clock + milliseconds;
    do await this.calm();
    while (this.fireNext(end));
    this.clock = end;
  }

  /** Waits until only timers are pending. */
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

  /** Stores tokens as the site does at a sign-in. Returns the id of the session. */
  hideTokens(accessToken: string, refreshToken: string): string {
    const id = createSessionId(this.siteTime());
    const { name, value } = sessionCookie("porchlight_session", true, id, {
      accessToken: { value: accessToken, expiresAt: Math.floor(this.siteTime() / 1000) + 3600 },
      refreshToken: { value: refreshToken, role: "member" },
    });
    this.hiddenCookies.set(name, value);
    return id;
  }

  /** Sends a request of a tab to the site, subject to the current fault if it affects the site. */
  async visitSite(tab: Tab, request: Request): Promise<Response> {
    this.stirred++;
    const body = await request.text();
    const setCookies = (headers: Headers) => {
      for (const header of tab.isOpen ? headers.getSetCookie() : []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (header.includes("Max-Age=0")) this.hiddenCookies.delete(name);
        else this.hiddenCookies.set(name, value);
      }
    };
    const forward = async () => {
      const headers = new Headers(request.headers);
      const cookies = [...this.cookies, ...this.hiddenCookies].map(([name, value]) => `${name}=${value}`);
      headers.set("cookie", cookies.join("; "));
      headers.set("sec-fetch-site", "same-origin");
      const sent = new Request(request.url, { method: "POST", headers, body });
      const answer = await page.exit(() => hosting.run(this, () => this.handleSession(sent)));
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        /** Read if the response arrives, with its cookies. */
        get text() {
          setCookies(answer.headers);
          return text;
        },
      };
    };
    const isLogout = body.includes('"logout"');
    const met = this.isSiteAffected
      ? this.findFault(new Request(`${host}${isLogout ? "/logout" : "/oauth2/token"}`))
      : undefined;
    if (!met) {
      const { status, headers, text } = await forward();
      return new Response(text, { status, headers });
    }
    return met.fault.answer(this.connect(tab, forward, met.isAfter));
  }

  private connect = (tab: Tab | undefined, forward: Connection["forward"], isAfter: boolean): Connection => ({
    forward,
    wait: (milliseconds) => new Promise((resolve) => this.setTimer(resolve, milliseconds, tab)),
    now: this.deviceTime,
    isAfter,
  });

  /** Sends a request of a tab or of the site to the server, subject to the current fault. */
  async travel(tab: Tab | undefined, request: Request): Promise<Response> {
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
    const met = this.isSiteAffected && !tab ? undefined : this.findFault(request);
    if (!met) {
      const { status, headers, text } = await forward();
      return new Response(text, { status, headers });
    }
    return met.fault.answer(this.connect(tab, forward, met.isAfter));
  }
}

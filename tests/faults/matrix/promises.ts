import { isPorchlightError, type PageMessage, type TokenStorage } from "@porchlight/client";
import type { TestServer } from "@porchlight/server/testing";
import { type StorageKind, sharedStorages } from "./cases.ts";
import type { Fault } from "./faults.ts";
import type { Page, PageOptions } from "./pages.ts";
import { hourMs, type Outcome, Stage } from "./stage.ts";

/** Cases about shared token refreshes, timeouts, and errors of direct login. */
export interface PromiseCase {
  kind: (typeof promiseKinds)[number];
  storage: StorageKind;
  run(server: TestServer): Promise<Outcome>;
}

export const promiseKinds = [
  "100 callers in 5 tabs: one renewal",
  "100 callers in 5 tabs, token endpoint away: three requests at most",
  "signed out in another tab while a renewal is under way: signed out",
  "another member signs in while a renewal is under way: that member",
  "a storage that never answers a read: callers are told, and the member is back with it",
  "a storage that fails, or never settles a write: the page's memory counts",
  "a lock that another tab never lets go: done without it",
  "a caller's own signal: ends that call alone",
  "direct login from an origin that is not registered: says so",
  "direct login whose frame is refused or silent: says so",
  "direct login with messages from elsewhere: passes them over",
] as const;

const away: Fault = { name: "503", mayComeAfter: false, answer: () => new Response(null, { status: 503 }) };
const slow: Fault = {
  name: "slow",
  mayComeAfter: true,
  async answer(road) {
    const { status, text } = await road.forward();
    await road.wait(1_000);
    return new Response(text, { status });
  },
};
const atTokens = (fault: Fault) => (request: Request) =>
  request.url.endsWith("/oauth2/token") ? { fault, isAfter: true } : undefined;
const withLocks = sharedStorages.filter((storage) => !storage.includes("no locks"));

/** Members with tokens about to expire. */
async function beforeRenewal(server: TestServer, storage: StorageKind, tabs: number, options?: PageOptions) {
  const stage = new Stage(server, storage, options);
  stage.open(tabs);
  await stage.signIn();
  await stage.expectMembers("at the start");
  await stage.world.pass(hourMs - 50_000);
  stage.world.tokenRequests = 0;
  return stage;
}

const callOften = (stage: Stage, times: number) =>
  stage.pages.flatMap((page) => Array.from({ length: times }, () => stage.call(page)));

async function afterwards(stage: Stage): Promise<Outcome> {
  stage.world.findFault = () => undefined;
  await stage.world.pass(10 * 60_000);
  await stage.expectMembers("afterwards");
  return stage.close();
}

const oneRenewal = (storage: StorageKind): PromiseCase => ({
  kind: "100 callers in 5 tabs: one renewal",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 5);
    const ids = await stage.world.runUntilSettled(Promise.all(callOften(stage, 20)));
    if (ids.length !== 100 || new Set(ids).size !== 1) stage.problem("not every caller was answered as the member");
    if (stage.world.tokenRequests !== 1) stage.problem(`${stage.world.tokenRequests} token requests`);
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const threeRequests = (storage: StorageKind): PromiseCase => ({
  kind: "100 callers in 5 tabs, token endpoint away: three requests at most",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 5);
    stage.world.findFault = atTokens(away);
    await stage.world.runUntilSettled(Promise.all(callOften(stage, 20)));
    if (stage.world.tokenRequests > 3) stage.problem(`${stage.world.tokenRequests} token requests`);
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const signedOut = (storage: StorageKind): PromiseCase => ({
  kind: "signed out in another tab while a renewal is under way: signed out",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 2);
    const { world } = stage;
    const [one, two] = stage.pages as [Page, Page];
    world.findFault = atTokens(slow);
    const call = stage.call(one);
    world.setTimer(() => void two.tab.run(() => two.client.auth.signOut()), 500);
    const id = await world.runUntilSettled(call);
    if (id !== undefined) stage.problem("the call went out as the member who had signed out");
    await world.pass(10_000);
    for (const { tab, client } of stage.pages)
      if (tab.run(() => client.loggedIn())) stage.problem("somebody is still signed in");
    return stage.close();
  },
});

const otherMember = (storage: StorageKind): PromiseCase => ({
  kind: "another member signs in while a renewal is under way: that member",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 2);
    const { world } = stage;
    const [one, two] = stage.pages as [Page, Page];
    world.findFault = atTokens(slow);
    const call = stage.call(one);
    const { memberId, tokens } = await stage.newMember();
    world.setTimer(() => void two.tab.run(() => two.client.auth.setTokens(tokens)), 500);
    stage.memberIds[0] = memberId;
    if ((await world.runUntilSettled(call)) !== memberId) stage.problem("the call went out as the member before");
    return afterwards(stage);
  },
});

/** An asynchronous storage that fails in one way while `isBroken`. */
function breakable(how: "reads stay silent" | "reads fail" | "writes stay silent" | "writes fail") {
  let stored: unknown = null;
  const broken = () => (how.endsWith("fail") ? Promise.reject(new Error("broken")) : new Promise<never>(() => {}));
  const state = { isBroken: false };
  const storage: TokenStorage = {
    getTokens: () => (state.isBroken && how.startsWith("reads") ? broken() : Promise.resolve(stored as null)),
    async setTokens(tokens) {
      if (state.isBroken && how.startsWith("writes")) return broken();
      stored = tokens;
    },
  };
  return { storage, state };
}

const brokenStorage = (how: Parameters<typeof breakable>[0], kind: PromiseCase["kind"]): PromiseCase => ({
  kind,
  storage: "own, asynchronous",
  async run(server) {
    const { storage, state } = breakable(how);
    const stage = await beforeRenewal(server, "own, asynchronous", 1, { storageOf: () => storage });
    state.isBroken = true;
    const ids = new Set(await stage.world.runUntilSettled(Promise.all(callOften(stage, 20))));
    const expected = how === "reads stay silent" ? undefined : stage.memberOf(0);
    if (ids.size !== 1 || !ids.has(expected)) stage.problem("the callers were not answered alike");
    await stage.world.pass(hourMs);
    if (how.startsWith("writes")) await stage.expectMembers("while it is broken");
    state.isBroken = false;
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const blockedLock = (storage: StorageKind): PromiseCase => ({
  kind: "a lock that another tab never lets go: done without it",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 2);
    const { world } = stage;
    for (const name of world.locks.keys()) world.locks.set(name, new Promise(() => {}));
    const [id] = await world.runUntilSettled(Promise.all(callOften(stage, 1)));
    if (id !== stage.memberOf(0)) stage.problem("the caller was not answered");
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const ownSignal = (storage: StorageKind): PromiseCase => ({
  kind: "a caller's own signal: ends that call alone",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 1);
    const [page] = stage.pages as [Page];
    stage.world.findFault = atTokens(slow);
    const controller = new AbortController();
    stage.world.setTimer(() => controller.abort(), 100);
    const given = stage.call(page, controller.signal);
    const other = stage.call(page);
    const ids = await stage.world.runUntilSettled(Promise.all([given, other]));
    if (ids[0] !== undefined || ids[1] !== stage.memberOf(0)) stage.problem(`answered ${JSON.stringify(ids)}`);
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

/** Behavior of the frame after it has opened: `say` posts a message to the page. */
type FrameLife = (say: (message: Partial<PageMessage>) => void, loaded: () => void) => void;

function directLogin(
  kind: PromiseCase["kind"],
  { origin, life, expected }: { origin?: string; life: FrameLife; expected: string },
): PromiseCase {
  return {
    kind,
    storage: "memory",
    async run(server) {
      const listeners = new Set<(message: PageMessage) => void>();
      const pageOrigin = origin ?? server.origin;
      const stage = new Stage(server, "memory", {
        page: (tab) => ({
          origin: pageOrigin,
          openFrame(url, onLoad) {
            const source = {};
            const say = (message: Partial<PageMessage>) => {
              const whole = { origin: new URL(url).origin, source, data: {}, ...message };
              for (const listener of listeners) tab.run(() => listener(whole));
            };
            tab.world.setTimer(() => life(say, () => tab.run(onLoad)), 100, tab);
            return { source: () => source, remove: () => undefined };
          },
          onMessage(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        }),
      });
      const { world } = stage;
      world.origin = pageOrigin;
      stage.open(1);
      await stage.signIn();
      const [page] = stage.pages as [Page];
      const pending = page.tab.run(() => page.client.auth.getMemberTokensForDirectLogin("SESSION-TOKEN"));
      const startedAt = world.elapsed();
      const error: unknown = await world.runUntilSettled(pending.catch((thrown: unknown) => thrown));
      stage.outcome.slowestCallMs = world.elapsed() - startedAt;
      const reported = isPorchlightError(error) ? `${error.kind} ${error.code}` : String(error);
      if (reported !== expected) stage.problem(`told ${reported}`);
      if (isPorchlightError(error) && error.kind === "misconfigured" && !error.message.includes(pageOrigin))
        stage.problem(`does not name the setting: ${error.message}`);
      if (listeners.size > 0) stage.problem("still listens");
      stage.expectNoLoss();
      return afterwards(stage);
    },
  };
}

const refused = "direct login whose frame is refused or silent: says so";
const elsewhere = "direct login with messages from elsewhere: passes them over";
const foreign: FrameLife = (say, loaded) => {
  loaded();
  for (const message of [{ origin: "https://elsewhere.example" }, { source: {} }, { data: "x" }, { data: null }])
    say({ data: { code: "CODE", state: "STATE" }, ...message });
};

export const promiseCases: readonly PromiseCase[] = [
  ...withLocks.map(oneRenewal),
  ...withLocks.map(threeRequests),
  ...sharedStorages.map(signedOut),
  ...sharedStorages.map(otherMember),
  brokenStorage("reads stay silent", promiseKinds[4]),
  brokenStorage("reads fail", promiseKinds[5]),
  brokenStorage("writes stay silent", promiseKinds[5]),
  brokenStorage("writes fail", promiseKinds[5]),
  ...withLocks.map(blockedLock),
  ...(["memory", "sessionStorage", ...sharedStorages] as const).map(ownSignal),
  directLogin("direct login from an origin that is not registered: says so", {
    origin: "https://stranger.example",
    life: () => undefined,
    expected: "misconfigured REDIRECT_NOT_REGISTERED",
  }),
  directLogin(refused, { life: (_say, loaded) => loaded(), expected: "misconfigured FRAME_SILENT" }),
  directLogin(elsewhere, { life: foreign, expected: "misconfigured FRAME_SILENT" }),
];

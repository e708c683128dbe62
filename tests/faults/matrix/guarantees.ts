import { isPorchlightError, type PageMessage, type TokenStorage } from "@porchlight/client";
import type { TestServer } from "@porchlight/server/testing";
import { type StorageKind, sharedStorages } from "./cases.ts";
import type { Fault } from "./faults.ts";
import type { Page, PageOptions } from "./pages.ts";
import { hourMs, type Outcome, Stage } from "./stage.ts";

/** Cases about shared token refreshes, timeouts, and errors of direct login. */
export interface GuaranteeCase {
  kind: (typeof guaranteeKinds)[number];
  storage: StorageKind;
  run(server: TestServer): Promise<Outcome>;
}

export const guaranteeKinds = [
  "100 callers in 5 tabs cause one renewal",
  "100 callers in 5 tabs cause at most three requests to an unavailable token endpoint",
  "a sign-out in another tab during a renewal takes effect",
  "a sign-in of another member during a renewal takes effect",
  "while reads of the storage hang, calls fail; afterwards the member is still signed in",
  "if the storage fails or its writes hang, the page uses its memory",
  "if another tab never releases the lock, a renewal proceeds without it",
  "a caller's abort signal ends only that call",
  "direct login from an unregistered origin fails with an error that says so",
  "direct login fails with an error that says so if its frame is blocked or does not respond",
  "direct login ignores messages from other windows and origins",
] as const;

const unavailable: Fault = { name: "503", mayComeAfter: false, answer: () => new Response(null, { status: 503 }) };
const slow: Fault = {
  name: "slow",
  mayComeAfter: true,
  async answer(connection) {
    const { status, text } = await connection.forward();
    await connection.wait(1_000);
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

const oneRenewal = (storage: StorageKind): GuaranteeCase => ({
  kind: "100 callers in 5 tabs cause one renewal",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 5);
    const ids = await stage.world.runUntilSettled(Promise.all(callOften(stage, 20)));
    if (ids.length !== 100 || new Set(ids).size !== 1) stage.problem("not every call was made as the member");
    if (stage.world.tokenRequests !== 1) stage.problem(`${stage.world.tokenRequests} token requests`);
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const threeRequests = (storage: StorageKind): GuaranteeCase => ({
  kind: "100 callers in 5 tabs cause at most three requests to an unavailable token endpoint",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 5);
    stage.world.findFault = atTokens(unavailable);
    await stage.world.runUntilSettled(Promise.all(callOften(stage, 20)));
    if (stage.world.tokenRequests > 3) stage.problem(`${stage.world.tokenRequests} token requests`);
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const signedOut = (storage: StorageKind): GuaranteeCase => ({
  kind: "a sign-out in another tab during a renewal takes effect",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 2);
    const { world } = stage;
    const [one, two] = stage.pages as [Page, Page];
    world.findFault = atTokens(slow);
    const call = stage.call(one);
    world.setTimer(() => void two.tab.run(() => two.client.auth.signOut()), 500);
    const id = await world.runUntilSettled(call);
    if (id !== undefined) stage.problem("the call was made as the member who had signed out");
    await world.pass(10_000);
    for (const { tab, client } of stage.pages)
      if (tab.run(() => client.loggedIn())) stage.problem("a page is still signed in");
    return stage.close();
  },
});

const otherMember = (storage: StorageKind): GuaranteeCase => ({
  kind: "a sign-in of another member during a renewal takes effect",
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
    if ((await world.runUntilSettled(call)) !== memberId) stage.problem("the call was made as the previous member");
    return afterwards(stage);
  },
});

/** An asynchronous storage that fails in one way while `isBroken`. */
function breakable(how: "reads hang" | "reads fail" | "writes hang" | "writes fail") {
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

const brokenStorage = (how: Parameters<typeof breakable>[0], kind: GuaranteeCase["kind"]): GuaranteeCase => ({
  kind,
  storage: "custom, asynchronous",
  async run(server) {
    const { storage, state } = breakable(how);
    const stage = await beforeRenewal(server, "custom, asynchronous", 1, { storageOf: () => storage });
    state.isBroken = true;
    const ids = new Set(await stage.world.runUntilSettled(Promise.all(callOften(stage, 20))));
    const expected = how === "reads hang" ? undefined : stage.memberOf(0);
    if (ids.size !== 1 || !ids.has(expected)) stage.problem("not all calls had the same result");
    await stage.world.pass(hourMs);
    if (how.startsWith("writes")) await stage.expectMembers("while it is broken");
    state.isBroken = false;
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const blockedLock = (storage: StorageKind): GuaranteeCase => ({
  kind: "if another tab never releases the lock, a renewal proceeds without it",
  storage,
  async run(server) {
    const stage = await beforeRenewal(server, storage, 2);
    const { world } = stage;
    for (const name of world.locks.keys()) world.locks.set(name, new Promise(() => {}));
    const [id] = await world.runUntilSettled(Promise.all(callOften(stage, 1)));
    if (id !== stage.memberOf(0)) stage.problem("the call failed");
    stage.expectNoLoss();
    return afterwards(stage);
  },
});

const ownSignal = (storage: StorageKind): GuaranteeCase => ({
  kind: "a caller's abort signal ends only that call",
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
  kind: GuaranteeCase["kind"],
  { origin, life, expected }: { origin?: string; life: FrameLife; expected: string },
): GuaranteeCase {
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
      if (reported !== expected) stage.problem(`reported ${reported}`);
      if (isPorchlightError(error) && error.kind === "misconfigured" && !error.message.includes(pageOrigin))
        stage.problem(`does not name the setting: ${error.message}`);
      if (listeners.size > 0) stage.problem("still listens");
      stage.expectNoLoss();
      return afterwards(stage);
    },
  };
}

const refused = "direct login fails with an error that says so if its frame is blocked or does not respond";
const elsewhere = "direct login ignores messages from other windows and origins";
const foreign: FrameLife = (say, loaded) => {
  loaded();
  for (const message of [{ origin: "https://elsewhere.example" }, { source: {} }, { data: "x" }, { data: null }])
    say({ data: { code: "CODE", state: "STATE" }, ...message });
};

export const guaranteeCases: readonly GuaranteeCase[] = [
  ...withLocks.map(oneRenewal),
  ...withLocks.map(threeRequests),
  ...sharedStorages.map(signedOut),
  ...sharedStorages.map(otherMember),
  brokenStorage("reads hang", guaranteeKinds[4]),
  brokenStorage("reads fail", guaranteeKinds[5]),
  brokenStorage("writes hang", guaranteeKinds[5]),
  brokenStorage("writes fail", guaranteeKinds[5]),
  ...withLocks.map(blockedLock),
  ...(["memory", "sessionStorage", ...sharedStorages] as const).map(ownSignal),
  directLogin("direct login from an unregistered origin fails with an error that says so", {
    origin: "https://stranger.example",
    life: () => undefined,
    expected: "misconfigured REDIRECT_NOT_REGISTERED",
  }),
  directLogin(refused, { life: (_say, loaded) => loaded(), expected: "misconfigured FRAME_SILENT" }),
  directLogin(elsewhere, { life: foreign, expected: "misconfigured FRAME_SILENT" }),
];

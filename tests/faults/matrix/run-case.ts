import type { TestServer } from "@porchlight/server/testing";
import { issueAuthorizationCode } from "../../../packages/server/src/auth/tokens/issue-authorization-code.ts";
import { type FaultCase, lastingStorages } from "./cases.ts";
import type { Page } from "./pages.ts";
import { pageWithFrames, signInWithPassword } from "./password-login.ts";
import { hourMs, type Outcome, Stage } from "./stage.ts";

const faultLastsMs = 30_000;
const callersPerTab = 2;
/** Timeout of a call during the fault. */
const callTimeoutMs = 4_000;
/** Longer than any refresh backoff. */
const recoveryMs = 10 * 60_000;
const wrongClocks: Readonly<Record<string, number>> = {
  "5 h slow": -5 * hourMs,
  "set back 5 h": -5 * hourMs,
  "7 h fast": 7 * hourMs,
  "set ahead 7 h": 7 * hourMs,
};

/** Runs one case from sign-in to two hours after the fault. */
export async function runCase(server: TestServer, faultCase: FaultCase): Promise<Outcome> {
  const { moment, storage, clock } = faultCase;
  const stage = new Stage(server, storage, moment === "password login" ? { page: pageWithFrames } : {});
  const { world } = stage;
  if (moment === "password login") world.origin = server.origin;
  if (!clock.startsWith("set")) world.deviceOff = wrongClocks[clock] ?? 0;

  stage.open(faultCase.tabs);
  // At a sign-in, another member may be signed in before.
  const isSignIn = moment === "code exchange" || moment === "password login";
  if (!isSignIn || faultCase.lasts) await stage.signIn();
  await stage.expectMembers("at the start");

  if (moment === "page load") {
    stage.reload(!lastingStorages.includes(storage));
    await world.pass(2 * hourMs);
  }
  if (moment === "renewal") await world.pass(hourMs - 50_000);
  if (moment === "rejected token") world.serverAhead += 2 * hourMs;

  const strike = arm(stage, faultCase);
  if (moment === "code exchange") await signInTwice(stage, strike, () => exchangeCode(stage));
  else if (moment === "password login")
    await signInTwice(stage, strike, () => signInWithPassword(stage, callTimeoutMs, faultCase.fault));
  else if (moment === "logout") await logOut(stage, strike);
  else await strike.callAll();
  if (!strike.hasStruck()) stage.problem("the fault never struck");
  if (moment === "logout") return stage.close();

  await world.pass(recoveryMs);
  await stage.expectMembers("when it is over");
  await world.pass(2 * hourMs);
  await stage.expectMembers("two hours later");
  stage.expectNoLoss();
  return stage.close();
}

interface Strike {
  hasStruck(): boolean;
  /** Calls from every tab, and from reloaded pages; resolves after the last call. */
  callAll(): Promise<void>;
  /** Resolves after the calls of reloaded pages. */
  settled(): Promise<void>;
}

/** Applies the fault to the requests of the moment. */
function arm(stage: Stage, { fault, moment, clock, reload, lasts, after, path }: FaultCase): Strike {
  const { world } = stage;
  const isAtCall = moment === "API call";
  let struckAt: number | undefined;
  let waiting: Promise<unknown>[] = [];

  function call(page: Page): Promise<unknown> {
    // Where the fault may affect any request, calls have a timeout of their own.
    if (!isAtCall && !path && moment !== "logout") return stage.call(page);
    const controller = new AbortController();
    world.setTimer(() => controller.abort(), callTimeoutMs, page.tab);
    return stage.call(page, controller.signal);
  }
  const callFromAll = () => {
    for (const page of stage.pages) for (let caller = 0; caller < callersPerTab; caller++) waiting.push(call(page));
  };
  async function settled(): Promise<void> {
    while (waiting.length > 0) {
      const current = waiting;
      waiting = [];
      await world.runUntilSettled(Promise.all(current));
    }
  }

  world.findFault = ({ url }) => {
    if (isAtCall && url.endsWith("/oauth2/token")) return undefined;
    if (moment !== "logout" && !path && !isAtCall && !url.endsWith("/oauth2/token")) return undefined;
    if (struckAt === undefined && path && !url.includes(path)) return undefined;
    const isFirst = struckAt === undefined;
    if (struckAt === undefined) {
      struckAt = world.elapsed();
      if (clock.startsWith("set")) world.deviceOff = wrongClocks[clock] ?? 0;
      if (reload)
        world.setTimer(() => {
          stage.reload();
          callFromAll();
        }, 100);
    }
    const strikes = isFirst || (lasts && world.elapsed() - struckAt < faultLastsMs);
    return strikes ? { fault, isAfter: after } : undefined;
  };
  return {
    hasStruck: () => struckAt !== undefined,
    settled,
    async callAll() {
      callFromAll();
      await settled();
    },
  };
}

/** Signs in during the fault and again afterwards; the previous session stays until one succeeds. */
async function signInTwice(stage: Stage, strike: Strike, signIn: () => Promise<unknown>): Promise<void> {
  const { world } = stage;
  await world.runUntilSettled(signIn());
  await strike.settled();
  await world.pass(recoveryMs);
  await stage.expectMembers("after the sign-in");
  const before = stage.memberOf(0);
  await world.runUntilSettled(signIn());
  if (stage.memberOf(0) === before) stage.problem("nobody can sign in afterwards");
}

/** Signs out during the fault: at once and permanently, in every tab that shares the session. */
async function logOut(stage: Stage, strike: Strike): Promise<void> {
  const { world } = stage;
  const { origin } = world.server;
  const before = stage.memberIds.splice(0);
  await world.runUntilSettled(
    Promise.all(
      (stage.isShared ? stage.pages.slice(0, 1) : [...stage.pages]).map(async (page) => {
        const work = stage.measured(page, () => page.client.auth.logout(origin));
        if (page.tab.run(() => page.client.loggedIn())) stage.problem("the member is still signed in");
        const result = await work;
        if (page.tab.isOpen && !result) stage.problem("the sign-out failed");
      }),
    ),
  );
  await strike.settled();
  for (const milliseconds of [recoveryMs, 2 * hourMs]) {
    await world.pass(milliseconds);
    for (const page of stage.pages) {
      const id = await world.runUntilSettled(stage.call(page));
      if (id !== undefined || page.tab.run(() => page.client.loggedIn()))
        stage.problem("the member is signed in again");
    }
  }
  await stage.signIn();
  await stage.expectMembers("after the next sign-in");
  if (stage.memberOf(0) === before[0]) stage.problem("the next sign-in failed");
}

async function exchangeCode(stage: Stage): Promise<void> {
  const { world } = stage;
  const { server } = world;
  const [page] = stage.pages as [Page];
  const { auth } = page.client;
  const redirectUri = `${server.origin}/callback`;
  const data = await page.tab.run(() => auth.generateOAuthData(redirectUri));
  const { memberId } = await stage.newMember();
  const issued = await world.onServer(() =>
    server.context.db.transaction().execute((tx) =>
      issueAuthorizationCode(tx, server.context, {
        ...{ appId: server.clientId, memberId, redirectUri, codeChallenge: data.codeChallenge },
        device: { browser: null, device: null },
        browserId: crypto.randomUUID(),
      }),
    ),
  );
  const code = "code" in issued ? issued.code : "";
  const tokens = await stage.measured(page, () => auth.getMemberTokens(code, data.state, data));
  if (!tokens) return;
  await page.tab.run(() => auth.setTokens(tokens));
  stage.memberIds[0] = memberId;
}

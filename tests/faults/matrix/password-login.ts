import type { Page as BrowserPage, PageMessage } from "@porchlight/client";
import type { TestServer } from "@porchlight/server/testing";
// Loaded before the simulated clock runs: it does not wait for the client's own code.
import "../../../packages/client/src/auth/hosted-login/redirect-calls.ts";
import { insertMember } from "../../../packages/server/src/members/members-store.ts";
import { newId } from "../../../packages/server/src/platform/db/ids.ts";
import type { Tab } from "./browser.ts";
import type { Fault } from "./faults.ts";
import type { Page } from "./pages.ts";
import type { Stage } from "./stage.ts";

const password = "a long walk by the sea";
const hashes = new WeakMap<TestServer, Promise<string>>();

/** A browser page whose hidden frames load the server's authorize page. The network's faults do not affect them. */
export function pageWithFrames(tab: Tab): BrowserPage {
  const { world } = tab;
  const { origin } = world.server;
  const listeners = new Set<(message: PageMessage) => void>();
  return {
    origin,
    openFrame(url, onLoad) {
      const source = {};
      const load = async () => {
        const text = await world.onServer(async () => (await world.server.fetch(new Request(url))).text());
        const script = /<script nonce="[^"]+">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
        const postMessage = (data: unknown) => {
          const message = { data, origin: new URL(url).origin, source };
          for (const listener of listeners) tab.run(() => listener(message));
        };
        new Function("window", "parent", script)({ parent: { postMessage } }, { postMessage });
        tab.run(onLoad);
      };
      void load();
      return { source: () => source, remove: () => undefined };
    },
    onMessage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Creates a member with a password and returns the email address. */
async function newMemberWithPassword({ world }: Stage): Promise<{ memberId: string; email: string }> {
  const { server } = world;
  const { db, site, now, passwords } = server.context;
  const hash = hashes.get(server) ?? passwords.hash(password);
  hashes.set(server, hash);
  const memberId = newId();
  const email = `${memberId}@example.com`;
  await world.onServer(async () =>
    insertMember(db, {
      ...{ siteId: site.id, id: memberId, email, emailKey: email, emailVerified: true, status: "ACTIVE" },
      ...{ slug: memberId, passwordHash: await hash, pendingReasons: [], profile: {}, at: now() },
    }),
  );
  return { memberId, email };
}

/**
 * Signs a new member in, in the first tab. Only a response of the server, in JSON, may say that the email address or
 * the password is wrong.
 */
export async function signInWithPassword(stage: Stage, timeoutMs: number, { name }: Fault): Promise<void> {
  const { world } = stage;
  const [page] = stage.pages as [Page];
  const { auth } = page.client;
  const { memberId, email } = await newMemberWithPassword(stage);
  const limited = () => {
    const controller = new AbortController();
    world.setTimer(() => controller.abort(), timeoutMs, page.tab);
    return { signal: controller.signal };
  };
  const result = await stage.measured(page, () => auth.login({ email, password }, limited()));
  if (result?.loginState === "FAILURE" && result.errorCode && !name.includes("JSON"))
    stage.problem(`reported ${result.errorCode}`);
  if (result?.loginState !== "SUCCESS") return;
  const tokens = await stage.measured(page, () => auth.completeLogin(result.data.sessionToken, limited()));
  if (tokens) stage.memberIds[0] = memberId;
}

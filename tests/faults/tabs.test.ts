import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Client, OAuthAuth, tabLock } from "@porchlight/client";
import type { members } from "@porchlight/client/members";
import { createSessionHandler } from "@porchlight/client/server";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, newVisitor, type Visitor } from "../browser/browser.ts";
import { createMembers, expireAccess, memberPassword } from "../browser/session-states.ts";
import { freePort, type Product, startProduct } from "../product.ts";

/** The client of a page and the times of its events. */
const script = (url: string, clientId: string) => `
import { cookieTokenStorage, createClient, localTokenStorage, OAuthStrategy, tabLock } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { ServerSessionStrategy } from "@porchlight/client/session";
const clientId = ${JSON.stringify(clientId)};
const strategies = {
  localStorage: () => OAuthStrategy({ clientId, tokenStorage: localTokenStorage() }),
  cookie: () => OAuthStrategy({ clientId, tokenStorage: cookieTokenStorage() }),
  server: () => ServerSessionStrategy({ clientId }),
};
const auth = strategies[new URLSearchParams(location.search).get("storage")]();
window.client = createClient({ host: ${JSON.stringify(url)}, auth, modules: { members } });
window.tabLock = tabLock;
window.heard = [];
for (const name of ["signedOut", "signedIn", "sessionLost", "renewed", "changed"])
  window.client.on(name, () => window.heard.push({ name, at: Date.now() }));
`;
/** Minimum backoff after a failed refresh. */
const backoffMs = 4_000;
interface App {
  client: Client<OAuthAuth, { members: typeof members }>;
  heard: { name: string; at: number }[];
  tabLock: typeof tabLock;
}
const emails = ["ada@example.com", "grace@example.com"] as const;

let browser: Browser;
let product: Product;
let host: Server;
let appUrl: string;
let visitor: Visitor;
/** Requests of the app's server. */
let serverFetch: typeof fetch = fetch;

beforeAll(async () => {
  const port = await freePort();
  appUrl = `http://localhost:${port}`;
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ args: ["--site", "none"] })]);
  await createMembers(product, ...emails);
  const created = await product.command(
    ...["app", "create", "--name", "Tabs", "--redirect-uri", `${appUrl}/callback`, "--origin", appUrl],
    ...["--refresh-tokens", "rotate", "--json"],
  );
  const { clientId } = JSON.parse(created.stdout) as { clientId: string };
  const { outputFiles } = await build({
    stdin: { contents: script(product.url, clientId), resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    format: "esm",
    write: false,
  });
  const handleSession = createSessionHandler({
    host: product.url,
    clientId,
    siteUrl: appUrl,
    fetch: (input, init) => serverFetch(input, init),
  });
  const respond = (text: string, type: string) => new Response(text, { headers: { "content-type": type } });
  host = createServer(
    getRequestListener(async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/session") return handleSession(request);
      if (pathname === "/app.js") return respond(outputFiles[0]?.text ?? "", "text/javascript");
      return respond("<!doctype html><title>App</title><script type=module src=/app.js></script>", "text/html");
    }),
  );
  await new Promise<void>((resolve) => host.listen(port, "localhost", resolve));
});
afterEach(() => {
  serverFetch = fetch;
  return visitor.context.close();
});
afterAll(async () => {
  await browser.close();
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await product.stop();
});

const isReady = (page: Page) => page.waitForFunction(() => "heard" in globalThis);

/** Opens five tabs and signs in in the first one. */
async function fiveTabs(storage: string): Promise<Page[]> {
  visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
  const pages = [visitor.page, ...(await Promise.all([1, 2, 3, 4].map(() => visitor.context.newPage())))];
  await pages[0]?.goto(`${appUrl}/?storage=${storage}`);
  await isReady(pages[0] as Page);
  await signIn(pages[0] as Page, emails[0]);
  await Promise.all(
    pages.slice(1).map(async (page) => {
      await page.goto(`${appUrl}/?storage=${storage}`);
      await isReady(page);
    }),
  );
  return pages;
}

/** Returns the time at which the tokens were stored. */
const signIn = (page: Page, email: string) =>
  page.evaluate(
    async (credentials) => {
      const { client } = globalThis as unknown as App;
      const result = await client.auth.login(credentials);
      if (result.loginState !== "SUCCESS") throw new Error(JSON.stringify(result));
      const tokens = await client.auth.getMemberTokensForDirectLogin(result.data.sessionToken);
      await client.auth.setTokens(tokens);
      return Date.now();
    },
    { email, password: memberPassword },
  );

const whoIs = (page: Page, callers = 1) =>
  page.evaluate(async (count) => {
    const { client } = globalThis as unknown as App;
    const call = () => client.members.getCurrentMember({ fieldsets: ["FULL"] });
    const answers = await Promise.all(Array.from({ length: count }, call));
    return answers.map(({ member }) => member?.loginEmail);
  }, callers);

/** Expires the shared access token. */
const expire = (page: Page, storage: string) =>
  storage === "server"
    ? expireAccess(visitor)
    : page.evaluate(async () => {
        const { client } = globalThis as unknown as App;
        const { refreshToken } = client.auth.getTokens();
        await client.auth.setTokens({ accessToken: { value: "x", expiresAt: 1 }, refreshToken });
      });

interface Interception {
  onRequest(): void;
  delayMs?: number;
  isDown?: boolean;
}

/** Intercepts requests to the token endpoint, by the browser or by the app's server. Returns a function to stop. */
async function interceptTokens(storage: string, { onRequest, delayMs = 0, isDown = false }: Interception) {
  const wait = () => new Promise((resolve) => setTimeout(resolve, delayMs));
  const url = "**/oauth2/token";
  if (storage === "server") {
    serverFetch = async (input, init) => {
      if (!String(input).endsWith("/oauth2/token")) return fetch(input, init);
      onRequest();
      await wait();
      return isDown ? new Response(null, { status: 503 }) : fetch(input, init);
    };
  } else {
    await visitor.context.route(url, async (route) => {
      if (route.request().method() === "POST") onRequest();
      await wait();
      if (isDown) await route.fulfill({ status: 503, headers: { "access-control-allow-origin": "*" } });
      else await route.continue();
    });
  }
  return async () => {
    serverFetch = fetch;
    await visitor.context.unroute(url);
  };
}

/** Times of the event in the other tabs. */
const heardAt = async (page: Page, name: string): Promise<number> => {
  await page.waitForFunction((event) => (globalThis as unknown as App).heard.some((one) => one.name === event), name);
  return page.evaluate(
    (event) => (globalThis as unknown as App).heard.findLast((one) => one.name === event)?.at ?? 0,
    name,
  );
};

describe.each(["localStorage", "cookie", "server"])("five tabs over %s", (storage) => {
  it("refresh once for a hundred callers", async () => {
    const pages = await fiveTabs(storage);
    await expire(pages[0] as Page, storage);
    let requests = 0;
    await interceptTokens(storage, { onRequest: () => requests++, delayMs: 300 });
    const answers = (await Promise.all(pages.map((page) => whoIs(page, 20)))).flat();
    expect(answers).toEqual(Array(100).fill(emails[0]));
    expect(requests).toBe(1);
  });

  it("send at most three requests while the token endpoint is unavailable, and recover the member afterwards", async () => {
    const pages = await fiveTabs(storage);
    await expire(pages[0] as Page, storage);
    const requestTimes: number[] = [];
    const endOutage = await interceptTokens(storage, { onRequest: () => requestTimes.push(Date.now()), isDown: true });
    await Promise.all(pages.map((page) => whoIs(page, 20).catch(() => undefined)));
    // On a slow machine, the first of the hundred may retry before the last has started.
    const [, , third = 0, ...later] = requestTimes;
    expect(later.filter((at) => at - third < backoffMs)).toEqual([]);
    await endOutage();
    await Promise.all(
      pages.map((page) =>
        page.waitForFunction(() => (globalThis as unknown as App).client.auth.getSession().status === "member"),
      ),
    );
    expect((await Promise.all(pages.map((page) => whoIs(page)))).flat()).toEqual(Array(5).fill(emails[0]));
  });

  it("are notified of a sign-out within a second", async () => {
    const [first, ...others] = (await fiveTabs(storage)) as [Page, ...Page[]];
    const at = await first.evaluate(async () => {
      await (globalThis as unknown as App).client.auth.signOut();
      return Date.now();
    });
    for (const page of others) expect((await heardAt(page, "signedOut")) - at).toBeLessThan(1_000);
    expect((await Promise.all(others.map((page) => whoIs(page)))).flat()).toEqual(Array(4).fill(undefined));
  });

  it("use the new member within a second of the sign-in", async () => {
    const [first, ...others] = (await fiveTabs(storage)) as [Page, ...Page[]];
    await Promise.all(others.map((page) => page.evaluate(() => ((globalThis as unknown as App).heard = []))));
    const at = await signIn(first, emails[1]);
    for (const page of others) expect((await heardAt(page, "changed")) - at).toBeLessThan(1_000);
    expect((await Promise.all(others.map((page) => whoIs(page)))).flat()).toEqual(Array(4).fill(emails[1]));
  });

  it("preserve the member if a page is reloaded during a refresh", async () => {
    const [first, second] = (await fiveTabs(storage)) as [Page, Page];
    await expire(first, storage);
    let release: () => void = () => {};
    const underWay = new Promise<void>((resolve) => {
      void visitor.context.route(
        storage === "server" ? "**/session" : "**/oauth2/token",
        async (route) => {
          const answer = await route.fetch();
          resolve();
          await new Promise<void>((letGo) => {
            release = letGo;
          });
          await route.fulfill({ response: answer }).catch(() => undefined);
        },
        { times: 1 },
      );
    });
    void whoIs(first).catch(() => undefined);
    await underWay;
    await first.reload();
    release();
    await isReady(first);
    expect([...(await whoIs(first)), ...(await whoIs(second))]).toEqual([emails[0], emails[0]]);
    expect(await first.evaluate(() => (globalThis as unknown as App).heard.map(({ name }) => name))).not.toContain(
      "sessionLost",
    );
  });
});

it("a tab with the lock reads what the previous one wrote to localStorage", async () => {
  const pages = await fiveTabs("localStorage");
  const drawn = await Promise.all(
    pages.map((page) =>
      page.evaluate(async () => {
        const { tabLock } = globalThis as unknown as App;
        const numbers: number[] = [];
        const draw = async () => {
          const next = Number(localStorage.getItem("number")) + 1;
          localStorage.setItem("number", `${next}`);
          numbers.push(next);
        };
        for (let count = 0; count < 5; count++) await tabLock("numbers")(draw);
        return numbers;
      }),
    ),
  );
  expect(drawn.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
});

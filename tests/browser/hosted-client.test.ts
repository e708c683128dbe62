import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, type Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from "./browser.ts";
import { startProduct } from "./start-product.ts";

/** The script of the app's page. */
const script = `
import { createClient, localTokenStorage, OAuthStrategy, withHostedLogin } from "@porchlight/client";
import { members } from "@porchlight/client/members";
window.connect = (host, clientId, issuer = host) =>
  createClient({
    host,
    auth: withHostedLogin(OAuthStrategy({ clientId, tokenStorage: localTokenStorage() }), { issuer }),
    modules: { members },
  });`;
type App = typeof globalThis & {
  connect(
    host: string,
    clientId: string,
    issuer?: string,
  ): import("@porchlight/client").Client<
    import("@porchlight/client").OAuthAuth & import("@porchlight/client").HostedLoginAuth,
    { members: typeof import("@porchlight/client/members").members }
  >;
};

let browser: Browser;
let product: Product;
let host: Server;
let appUrl: string;
let clientId: string;
const email = "ida@example.com";
const password = "a long walk by the sea";

/** An app on another origin without sign-in screens. */
beforeAll(async () => {
  const port = await freePort();
  appUrl = `http://localhost:${port}`;
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: fileURLToPath(new URL("..", import.meta.url)), loader: "js" },
    bundle: true,
    format: "esm",
    write: false,
  });
  host = createServer((request, response) => {
    const isScript = request.url === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? outputFiles[0]?.text : `<!doctype html><title>App</title><script type=module src=/app.js></script>`,
    );
  });
  await new Promise<void>((resolve) => host.listen(port, "localhost", resolve));
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"] })]);
  const created = await product.command(
    ...["app", "create", "--name", "Elsewhere", "--redirect-uri", `${appUrl}/callback`],
    ...["--origin", appUrl, "--refresh-tokens", "rotate", "--json"],
  );
  ({ clientId } = JSON.parse(created.stdout) as { clientId: string });
});

afterAll(async () => {
  await leaveBrowser(browser);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await product.stop();
});

/** Runs in the page: `client` is the app's, `input` the argument. */
const inPage = <Input, Result>(
  page: Page,
  work: (tools: { client: ReturnType<App["connect"]>; input: Input }) => Promise<Result>,
  input?: Input,
): Promise<Result> =>
  page.evaluate(
    ([source, url, id, given]) => {
      const client = (globalThis as App).connect(url as string, id as string);
      // biome-ignore lint/security/noGlobalEval: the function is from this file, sent to the page as text
      return globalThis.eval(`(${source})`)({ client, input: given }) as Promise<Result>;
    },
    [String(work), product.url, clientId, input] as const,
  );

async function openApp(path = "/"): Promise<Visitor> {
  const visitor = await newVisitor(browser, { extraHTTPHeaders: {} });
  await visitor.page.goto(appUrl + path);
  await visitor.page.waitForFunction(() => "connect" in globalThis);
  return visitor;
}

type Mode = "fragment" | "query";
/** Navigates to the hosted pages. */
const leave = (page: Page, input: { mode: Mode; prompt: "login" | "none" }) =>
  inPage(
    page,
    async ({ client, input: { mode, prompt } }) => {
      const data = await client.auth.generateOAuthData(`${location.origin}/callback`);
      sessionStorage.setItem("data", JSON.stringify(data));
      const { authUrl } = await client.auth.getAuthUrl(data, { responseMode: mode, prompt });
      setTimeout(() => location.assign(authUrl));
    },
    input,
  );

/** Waits for the return and completes the sign-in. */
const comeBack = async (page: Page, mode: Mode) => {
  await page.waitForURL(`${appUrl}/callback*`);
  await page.waitForFunction(() => "connect" in globalThis);
  return inPage(
    page,
    async ({ client, input }) => {
      const answer = client.auth.parseFromUrl(undefined, input);
      history.replaceState(null, "", "/");
      if (answer.error) return answer;
      const data = JSON.parse(sessionStorage.getItem("data") ?? "{}");
      sessionStorage.removeItem("data");
      await client.auth.setTokens(await client.auth.getMemberTokens(answer.code, answer.state, data));
      const { member } = await client.members.getCurrentMember({ fieldsets: ["FULL"] });
      return { email: member?.loginEmail };
    },
    mode,
  );
};

const signInAtHostedPage = async (page: Page) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
};

const silentLogin = (page: Page) =>
  inPage(page, ({ client }) =>
    client.auth.silentLogin().then(
      (tokens) => tokens.refreshToken.role,
      ({ code }: { code: string }) => code,
    ),
  );
const isMember = (page: Page) => inPage(page, async ({ client }) => client.loggedIn());
const forget = (page: Page) => inPage(page, ({ client }) => client.auth.signOut());

describe("an app with hosted sign-in", () => {
  it("starts the hosted session of a member who signed in on its own screen", async () => {
    const visitor = await openApp();
    const { page } = visitor;
    const register = ({ client, input }: { client: ReturnType<App["connect"]>; input: object }) =>
      client.auth.register(input as { email: string; password: string });
    const result = await inPage(page, register, { email, password });
    const { code } = await product.message(email);
    await inPage(
      page,
      async ({ client, input }) => {
        const done = await client.auth.processVerification({ code: input.code ?? "" }, input.result);
        if (done.loginState !== "SUCCESS") throw new Error(done.loginState);
        await client.auth.completeLogin(done.data.sessionToken);
      },
      { result, code },
    );
    await inPage(page, ({ client }) => client.auth.signOut().then(() => client.auth.ready()));
    expect(await silentLogin(page)).toBe("login_required");

    const again = await inPage(page, ({ client, input }) => client.auth.login(input), { email, password });
    if (again.loginState !== "SUCCESS") throw new Error(again.loginState);
    await inPage(page, ({ client, input }) => client.auth.completeLogin(input), again.data.sessionToken);
    expect(await inPage(page, async ({ client }) => client.auth.sessions.isSessionSynced())).toBe(false);
    await inPage(page, ({ client }) => client.auth.sessions.syncToWixPages());
    expect(await inPage(page, async ({ client }) => client.auth.sessions.isSessionSynced())).toBe(true);
    expect(await page.locator("iframe").count()).toBe(0);
    await forget(page);
    expect(await silentLogin(page)).toBe("member");
    expect(await isMember(page)).toBe(true);
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it.each(["fragment", "query"] as const)(
    "signs members in by %s, silently afterwards, and out everywhere",
    async (mode) => {
      const visitor = await openApp();
      const { page } = visitor;
      await leave(page, { mode, prompt: "none" });
      expect(await comeBack(page, mode)).toMatchObject({ code: null, error: "login_required" });

      await leave(page, { mode, prompt: "login" });
      await signInAtHostedPage(page);
      expect(await comeBack(page, mode)).toEqual({ email });
      expect(page.url()).toBe(`${appUrl}/`);

      await forget(page);
      await leave(page, { mode, prompt: "none" });
      expect(await comeBack(page, mode)).toEqual({ email });
      await forget(page);
      expect(await silentLogin(page)).toBe("member");

      await inPage(page, async ({ client }) => {
        const { logoutUrl } = await client.auth.logout(`${location.origin}/bye`);
        setTimeout(() => location.assign(logoutUrl));
      });
      await page.waitForURL(`${appUrl}/bye`);
      await page.waitForFunction(() => "connect" in globalThis);
      expect(await isMember(page)).toBe(false);
      expect(await silentLogin(page)).toBe("login_required");
      visitor.expectQuietConsole();
      await visitor.context.close();
    },
  );

  it("rejects the response of another server", async () => {
    const { page, context } = await openApp();
    await leave(page, { mode: "fragment", prompt: "login" });
    await signInAtHostedPage(page);
    await page.waitForURL(`${appUrl}/callback*`);
    await page.waitForFunction(() => "connect" in globalThis);
    const refused = await page.evaluate(
      ([url, id]) => (globalThis as App).connect(url, id, "https://members.example").auth.parseFromUrl(),
      [product.url, clientId] as const,
    );
    expect(refused).toMatchObject({ code: null, error: "invalid_issuer" });
    await context.close();
  });
});

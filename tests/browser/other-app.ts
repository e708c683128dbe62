import { createHash, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { freePort, type Product } from "../product.ts";

/** An app on a separate origin without sign-in screens: it redirects to the hosted pages and exchanges the code. */
export interface OtherApp {
  url: string;
  name: string;
  /** Exchanges the code of a return URL. Resolves to the member's id or the error. For browsers without scripts. */
  finish(address: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Its paths: `/sign-in?mode=fragment|query&prompt=login|none` prepares a sign-in and redirects, `/callback` shows
 * "Signed in as ID" or "Not signed in: ERROR". `/sign-out` leads through the hosted pages to its home page, without
 * naming the member.
 */
export async function startOtherApp(product: Product, name = "Reading Room"): Promise<OtherApp> {
  const port = await freePort();
  // Another host than the product's, so that browsers treat it as another site.
  const url = `http://127.0.0.1:${port}`;
  const redirectUri = `${url}/callback`;
  const registered = await product.command(
    ...["app", "create", "--name", name, "--redirect-uri", redirectUri, "--json"],
  );
  const { clientId } = JSON.parse(registered.stdout) as { clientId: string };
  const verifiers = new Map<string, string>();

  async function post<Answer>(path: string, body: object, token?: string): Promise<Answer> {
    const answer = await fetch(product.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: token }) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  }

  async function prepareSession(body: object): Promise<string> {
    const visitor = await post<{ access_token: string }>("/oauth2/token", { clientId, grantType: "anonymous" });
    const { redirectSession } = await post<{ redirectSession: { fullUrl: string } }>(
      "/_api/redirects-api/v1/redirect-session",
      body,
      visitor.access_token,
    );
    return redirectSession.fullUrl;
  }

  const prepareSignOut = () => prepareSession({ logout: { clientId }, callbacks: { postFlowUrl: `${url}/` } });

  async function prepare(responseMode: string, prompt: string): Promise<string> {
    const codeVerifier = randomBytes(32).toString("base64url");
    const state = randomBytes(8).toString("base64url");
    verifiers.set(state, codeVerifier);
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
    const authRequest = {
      ...{ clientId, redirectUri, responseMode, state, codeChallenge },
      ...{ codeChallengeMethod: "S256", responseType: "code", scope: "offline_access" },
    };
    return prepareSession({ auth: { authRequest, prompt } });
  }

  async function finish(address: string): Promise<string> {
    const { hash, search } = new URL(address);
    const answer = new URLSearchParams(hash === "" ? search : hash.slice(1));
    const [code, codeVerifier] = [answer.get("code"), verifiers.get(answer.get("state") ?? "")];
    if (code === null || codeVerifier === undefined) return `Not signed in: ${answer.get("error")}`;
    verifiers.delete(answer.get("state") ?? "");
    const grant = { clientId, grantType: "authorization_code", redirectUri, code, codeVerifier };
    const tokens = await post<{ access_token?: string; error?: string }>("/oauth2/token", grant);
    if (tokens.access_token === undefined) return `Not signed in: ${tokens.error}`;
    const { sub } = (await (
      await fetch(`${product.url}/oauth2/user-info`, { headers: { authorization: tokens.access_token } })
    ).json()) as { sub: string };
    return `Signed in as ${sub}`;
  }

  const page = (response: ServerResponse, words: string) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${name}</title>
<main><h1>${name}</h1><p id="words">${words}</p></main>
<script>
if (location.hash)
  fetch("/finish?address=" + encodeURIComponent(location.href))
    .then((answer) => answer.text())
    .then((words) => (document.getElementById("words").textContent = words));
</script></html>`);
  const server = createServer((request, response) => {
    const { pathname, searchParams, href } = new URL(request.url ?? "/", url);
    const answer = async () => {
      if (pathname === "/sign-in") {
        const location = await prepare(searchParams.get("mode") ?? "fragment", searchParams.get("prompt") ?? "login");
        response.writeHead(302, { location, "cache-control": "no-store" }).end();
      } else if (pathname === "/sign-out") {
        response.writeHead(302, { location: await prepareSignOut(), "cache-control": "no-store" }).end();
      } else if (pathname === "/finish") response.end(await finish(searchParams.get("address") ?? url));
      else page(response, searchParams.has("state") ? await finish(href) : "Nobody is signed in");
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url,
    name,
    finish,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import type { Environment } from "../../environment.ts";
import type { OAuthAuth } from "../strategies/oauth-types.ts";
import { createSessionHandler } from "./session-handler.ts";

/** Test fixture: browser, site and API of sessions whose refresh tokens are hidden from scripts. */

export const siteUrl = "https://site.example";
export const apiUrl = "https://api.example";

/** The token endpoint of an app with rotating refresh tokens, without a grace period for replaced ones. */
export function stubApi() {
  const live = new Set<string>();
  const sent: string[] = [];
  let count = 0;
  /** Replaces the next responses; undefined: the normal one. */
  const interception: { respond?: ((path: string) => Promise<Response> | Response | undefined) | undefined } = {};

  function issue(role: string, replaced?: string) {
    if (replaced) live.delete(replaced);
    const refreshToken = `secret-${role}-${++count}`;
    live.add(refreshToken);
    return Response.json({ access_token: `access-${role}-${count}`, refresh_token: refreshToken, expires_in: 3600 });
  }

  const fetchApi: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const { grantType, refreshToken, code } = JSON.parse(String(init?.body ?? "{}"));
    sent.push(grantType ?? pathname);
    await new Promise((resolve) => setTimeout(resolve));
    const special = await interception.respond?.(grantType ?? pathname);
    if (special) return special;
    if (grantType === "anonymous") return issue("visitor");
    if (grantType === "authorization_code")
      return code === "code" ? issue("member") : Response.json({ error: "invalid_grant" }, { status: 400 });
    if (grantType === "refresh_token")
      return live.has(refreshToken)
        ? issue(refreshToken.split("-")[1], refreshToken)
        : Response.json({ error: "invalid_grant" }, { status: 400 });
    if (pathname === "/_api/redirects-api/v1/redirect-session") {
      live.clear();
      return Response.json({ redirectSession: { fullUrl: `${apiUrl}/hosted/logout` } });
    }
    return Response.json({ member: { id: "ada" } });
  };
  return { fetch: fetchApi, sent, live, interception };
}

export interface StoredCookie {
  value: string;
  httpOnly: boolean;
  header: string;
}

/** A cookie jar that applies `Set-Cookie` headers and serves `document.cookie`. */
export function cookieJar() {
  const cookies = new Map<string, StoredCookie>();
  function set(header: string): void {
    const [pair = ""] = header.split(";", 1);
    const name = pair.slice(0, pair.indexOf("="));
    const httpOnly = header.includes("; HttpOnly");
    if (header.includes("Max-Age=0")) cookies.delete(name);
    else cookies.set(name, { value: pair.slice(name.length + 1), httpOnly, header });
  }
  const list = (visible: (cookie: StoredCookie) => boolean) =>
    [...cookies].flatMap(([name, cookie]) => (visible(cookie) ? [`${name}=${cookie.value}`] : [])).join("; ");
  return {
    cookies,
    set,
    apply(response: Response): Response {
      for (const header of response.headers.getSetCookie()) set(header);
      return response;
    },
    /** The `Cookie` header. */
    header: () => list(() => true),
    document: {
      get cookie() {
        return list(({ httpOnly }) => !httpOnly);
      },
      set cookie(text: string) {
        set(text);
      },
    },
  };
}

/** A browser at the site. Define `document` as the jar's and `location` as the site's before creating clients. */
export function setUpSite(environment: Partial<Environment> = {}) {
  const api = stubApi();
  const jar = cookieJar();
  const handle = createSessionHandler({ host: apiUrl, clientId: "app", siteUrl, fetch: api.fetch, environment });
  /** Set to let requests to the site fail. */
  const connection = { isDown: false };
  const responses: string[] = [];

  const send: typeof fetch = async (input, init) => {
    if (!String(input).startsWith(siteUrl)) return api.fetch(input, init);
    const request = new Request(String(input), init);
    request.headers.set("Cookie", jar.header());
    request.headers.set("Sec-Fetch-Site", "same-origin");
    if (connection.isDown) throw new TypeError("Failed to fetch");
    const response = jar.apply(await handle(request));
    responses.push(await response.clone().text());
    return response;
  };

  return { api, jar, handle, connection, responses, fetch: send };
}

/** Signs a member in at an open page. */
export async function signIn({ auth }: { auth: OAuthAuth }): Promise<void> {
  await auth.setTokens(await auth.getMemberTokens("code", "state", { state: "state", codeVerifier: "verifier" }));
}

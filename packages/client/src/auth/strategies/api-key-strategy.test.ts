import { describe, expect, it } from "vitest";
import { posts } from "../../blog/index.ts";
import { createClient } from "../../create-client.ts";
import { isPorchlightError } from "../../errors.ts";
import { hostedPlatform } from "../../http/hosts.ts";
import { ApiKeyStrategy } from "./api-key-strategy.ts";
import { withExternalLogin } from "./external-login.ts";
import { OAuthStrategy } from "./oauth-strategy.ts";

interface Sent {
  url: URL;
  headers: Headers;
  body: unknown;
}

/** A `fetch` with scripted responses by path; the last one repeats. */
function answering(responses: Record<string, [status: number, body: object][]>) {
  const sent: Sent[] = [];
  const send: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    sent.push({
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    });
    const next = responses[url.pathname] ?? [];
    const [status, body] = (next.length > 1 ? next.shift() : next[0]) ?? [404, {}];
    return Response.json(body, { status });
  };
  return { sent, send };
}
const refused = {
  message: "no",
  details: { applicationError: { code: "UNAUTHENTICATED", description: "no", data: {} } },
};
const visitor = {
  accessToken: { value: "VISITOR", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" as const },
};

describe("ApiKeyStrategy", () => {
  it("sends the key, site and account in addition to the application's headers", async () => {
    const { sent, send } = answering({ "/v3/posts": [[200, { posts: [] }]] });
    const options = { apiKey: "KEY", siteId: "SITE", accountId: "ACCOUNT" };
    const headers = { "x-own": "1", authorization: "other", "wix-site-id": "other" };
    const client = createClient({
      host: hostedPlatform,
      auth: ApiKeyStrategy(options),
      modules: { posts },
      fetch: send,
      headers,
    });
    await client.posts.listPosts();
    expect(Object.fromEntries(sent[0]!.headers)).toMatchObject({
      authorization: "KEY",
      "wix-site-id": "SITE",
      "wix-account-id": "ACCOUNT",
      "x-own": "1",
    });
    expect((await client.auth.getAuthHeaders()).headers).toEqual({
      Authorization: "KEY",
      "wix-site-id": "SITE",
      "wix-account-id": "ACCOUNT",
    });
    expect(client.loggedIn()).toBe(false);
  });

  it("calls the API host, or the edge with useCDN", async () => {
    for (const [useCDN, host] of [
      [undefined, "www.wixapis.com"],
      [false, "www.wixapis.com"],
      [true, "edge.wixapis.com"],
    ] as const) {
      const { sent, send } = answering({ "/v3/posts": [[200, { posts: [] }]] });
      const auth = ApiKeyStrategy({ apiKey: "KEY" });
      const client = createClient({
        host: hostedPlatform,
        auth,
        modules: { posts },
        fetch: send,
        ...(useCDN !== undefined && { useCDN }),
      });
      await client.posts.listPosts();
      expect(sent[0]?.url.host).toBe(host);
    }
  });

  it("reports a rejected key", async () => {
    const { send } = answering({ "/v3/posts": [[401, refused]] });
    const client = createClient({
      host: "http://localhost",
      auth: ApiKeyStrategy({ apiKey: "KEY" }),
      modules: { posts },
      fetch: send,
    });
    const error = await client.posts.listPosts().catch((thrown: unknown) => thrown);
    expect(isPorchlightError(error) && [error.kind, error.code]).toEqual(["unauthenticated", "UNAUTHENTICATED"]);
  });
});

describe("withExternalLogin", () => {
  const clientWith = (responses: Parameters<typeof answering>[0]) => {
    const { sent, send } = answering(responses);
    const auth = withExternalLogin(OAuthStrategy({ clientId: "CID", tokens: visitor }));
    return { sent, client: createClient({ host: "http://localhost", auth, fetch: send }) };
  };

  it("does not change the strategy or its tokens", async () => {
    const tokens = { access_token: "MEMBER", refresh_token: "R", expires_in: "60" };
    const { client } = clientWith({ "/oauth2/token": [[200, tokens]] });
    const memberTokens = await client.auth.getMemberTokensForExternalLogin("ID", "KEY");
    expect(memberTokens).toMatchObject({
      accessToken: { value: "MEMBER" },
      refreshToken: { value: "R", role: "member" },
    });
    expect(client.auth.getTokens()).toEqual(visitor);
    await client.auth.setTokens(memberTokens);
    expect(client.loggedIn()).toBe(true);
  });

  it("renews the visitor's token when the pair is rejected", async () => {
    const { sent, client } = clientWith({
      "/oauth2/token": [
        [401, refused],
        [200, { access_token: "FRESH", refresh_token: "REFRESH", expires_in: 60 }],
        [200, { access_token: "MEMBER", refresh_token: "R", expires_in: 60 }],
      ],
    });
    const { accessToken } = await client.auth.getMemberTokensForExternalLogin("ID", "KEY");
    expect(accessToken.value).toBe("MEMBER");
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["VISITOR,KEY", null, "FRESH,KEY"]);
  });

  it("reports a member who may not sign in, and an invalid response", async () => {
    const signOn = "/_api/iam/authentication/v2/sign-on";
    const blocked = clientWith({ [signOn]: [[200, { identity: { id: "ID", status: { name: "BLOCKED" } } }]] });
    const withSession = blocked.client.auth.getMemberTokensForExternalLoginWithSession("a@b.co", "KEY");
    await expect(withSession).rejects.toMatchObject({ kind: "forbidden", code: "NO_SESSION" });
    const odd = clientWith({ "/oauth2/token": [[200, {}]] });
    await expect(odd.client.auth.getMemberTokensForExternalLogin("ID", "KEY")).rejects.toMatchObject({
      kind: "contract",
    });
  });
});

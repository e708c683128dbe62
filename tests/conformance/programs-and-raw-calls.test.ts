import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { apiKeyAuthentication, authentication, recovery } from "@porchlight/client/auth";
import { describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { startServer } from "./running-server.ts";

const server = await startServer();
const client = createClient({
  host: server.url,
  auth: OAuthStrategy({ clientId: server.clientId }),
  modules: { authentication },
});

describe("raw calls, client and server", () => {
  it("call any path of the server as the visitor", async () => {
    const posts = await client.fetch("/v3/posts?paging.limit=1");
    expect([posts.status, await posts.json()]).toMatchObject([200, { posts: [] }]);
    const query = await client.fetch("/v3/posts/query", { method: "POST", body: JSON.stringify({ query: {} }) });
    expect([query.status, await query.json()]).toMatchObject([200, { posts: [] }]);
    const who = await client.fetchWithAuth(`${server.url}/oauth2/user-info`);
    expect([who.status, await who.json()]).toMatchObject([200, { sub: expect.any(String) }]);
  });

  it("query GraphQL, and report a failed response with its status and request id", async () => {
    const page = await client.graphql("query($n: Int) { posts(first: $n) { nodes { title } } }", { n: 1 });
    expect(page).toMatchObject({ data: { posts: { nodes: [] } } });
    const { data, errors } = await client.graphql('{ post(slug: "none") { title } }');
    expect([data, errors]).toMatchObject([
      { post: null },
      [{ path: ["post"], extensions: { code: "POST_NOT_FOUND" } }],
    ]);
    await expect(client.graphql("{ tags }", undefined, { apiVersion: "a/b" })).rejects.toMatchObject({
      kind: "notFound",
      status: 404,
      requestId: expect.stringMatching(/./),
    });
  });

  it("end the hosted session through a nested HTTP response", async () => {
    const request = { postLogoutRedirectUri: `${server.origin}/bye`, clientId: server.clientId };
    const answer = await client.authentication.logout(request);
    expect(answer.statusCode).toBe(302);
    expect(answer.body).toBeInstanceOf(Uint8Array);
    expect(answer.headers.map(({ key }) => key.toLowerCase())).toContain("location");
    await expect(
      client.authentication.logout({ ...request, postLogoutRedirectUri: "https://evil.example/" }),
    ).rejects.toMatchObject({ kind: "misconfigured", code: "REDIRECT_NOT_REGISTERED" });
  });
});

describe("a program of the owner, client and server", () => {
  it("signs a member on and invites them to activate their account", async () => {
    const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Invitations", role: "admin" });
    const program = createClient({
      host: server.url,
      auth: ApiKeyStrategy({ apiKey: key }),
      modules: { authentication: apiKeyAuthentication, recovery },
    });
    const email = "invited@example.com";
    const { identity } = await program.authentication.signOn({ email }, { profile: { firstName: "Ida" } });
    const emailOptions = { language: "de" };
    expect(await program.recovery.sendActivationEmail(identity?._id ?? "", { emailOptions })).toBeUndefined();
    const inbox = async () =>
      (await server.call("GET", `/dev/mail.json?to=${email}`)).body as { subject: string; link?: string }[];
    await vi.waitUntil(async () => (await inbox()).length > 0, { interval: 20, timeout: 5_000 });
    expect((await inbox()).at(-1)).toMatchObject({
      subject: expect.stringContaining("Richte dein Konto"),
      link: expect.stringContaining("#token="),
    });
    const nobody = program.recovery.sendActivationEmail("01980000-0000-7000-8000-000000000001");
    await expect(nobody).rejects.toMatchObject({ kind: "notFound", code: "NOT_FOUND" });
  });
});

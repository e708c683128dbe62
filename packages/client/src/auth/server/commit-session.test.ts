import { describe, expect, it, vi } from "vitest";
import { createServerClient } from "../../server.ts";
import { encodeSessionCookie } from "../storage/session-cookie.ts";
import type { TokenRole } from "../tokens/tokens.ts";

/** A client for the request of somebody whose token has run out and is renewed by rotation. */
function clientOf(role: TokenRole = "member") {
  const timers = new Set<() => void>();
  const value = encodeSessionCookie({
    accessToken: { value: "A", expiresAt: 1 },
    refreshToken: { value: "R", role },
  });
  const client = createServerClient({
    host: "https://api.example",
    clientId: "app",
    cookies: new Request("https://site.example/", { headers: { Cookie: `porchlight_session=${value}` } }),
    environment: {
      setTimeout(run) {
        timers.add(run);
        return run;
      },
      clearTimeout: (run) => timers.delete(run as () => void),
    },
    fetch: async () => Response.json({ access_token: "A2", refresh_token: "R2", expires_in: 3600 }),
  });
  /** Long enough for everything that waits. */
  const letTimePass = () => {
    for (const run of timers) run();
  };
  return { client, letTimePass };
}

describe("an answer that carries a session", () => {
  it.each([
    ["CDN-Cache-Control", "public, max-age=600"],
    ["Vercel-CDN-Cache-Control", "max-age=600"],
    ["Surrogate-Control", "max-age=600"],
    ["Edge-Control", "cache-maxage=600s"],
    ["X-Accel-Expires", "600"],
  ])("is kept by no cache that heeds %s before Cache-Control", async (name, value) => {
    const { client } = clientOf();
    await client.getSession();
    const { headers } = await client.commitSession(new Response("page", { headers: { [name]: value } }));
    expect([headers.get(name), headers.get("Cache-Control")]).toEqual([null, "private, no-store"]);
  });

  it("keeps what a visitor's answer says to caches", async () => {
    const client = createServerClient({
      host: "https://api.example",
      clientId: "app",
      cookies: new Request("https://site.example/"),
    });
    const answer = new Response("page", { headers: { "CDN-Cache-Control": "max-age=600" } });
    expect((await client.commitSession(answer)).headers.get("CDN-Cache-Control")).toBe("max-age=600");
  });

  it("comes back as it is where it can have no headers", async () => {
    const { client } = clientOf();
    await client.getSession();
    const answer = Response.error();
    expect(await client.commitSession(answer)).toBe(answer);
  });
});

describe("an answer that nobody commits", () => {
  const listen = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  it("is told to the developer, whose member would be signed out by it, without anything secret", async () => {
    const told = listen();
    const { client, letTimePass } = clientOf();
    await client.getSession();
    expect(told).not.toHaveBeenCalled();
    letTimePass();
    expect(told).toHaveBeenCalledOnce();
    expect(told.mock.lastCall?.join()).toMatch(/commitSession/);
    expect(told.mock.lastCall?.join()).not.toMatch(/\b[AR]2?\b/);
  });

  it.each<[string, (client: ReturnType<typeof clientOf>["client"]) => Promise<unknown>]>([
    ["it has been committed", async (client) => client.commitSession(new Response(String(await client.getSession())))],
    ["nothing has changed", async () => undefined],
  ])("is no matter when %s", async (_case, answer) => {
    const told = listen();
    const { client, letTimePass } = clientOf();
    await answer(client);
    letTimePass();
    expect(told).not.toHaveBeenCalled();
  });

  it("is no matter for a visitor, who loses nothing", async () => {
    const told = listen();
    const { client, letTimePass } = clientOf("visitor");
    await client.auth.getAuthHeaders();
    letTimePass();
    expect(told).not.toHaveBeenCalled();
  });
});

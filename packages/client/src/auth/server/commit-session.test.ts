import { describe, expect, it, vi } from "vitest";
import { createServerClient } from "../../server.ts";
import { encodeSessionCookie } from "../storage/session-cookie.ts";
import type { TokenRole } from "../tokens/tokens.ts";

/** A client for a request with an expired access token, renewed by rotation. */
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
  /** Advances time past all timers. */
  const letTimePass = () => {
    for (const run of timers) run();
  };
  return { client, letTimePass };
}

describe("a response that sets a session", () => {
  it.each([
    ["CDN-Cache-Control", "public, max-age=600"],
    ["Vercel-CDN-Cache-Control", "max-age=600"],
    ["Surrogate-Control", "max-age=600"],
    ["Edge-Control", "cache-maxage=600s"],
    ["X-Accel-Expires", "600"],
  ])("removes %s, which shared caches prefer to Cache-Control", async (name, value) => {
    const { client } = clientOf();
    await client.getSession();
    const { headers } = await client.commitSession(new Response("page", { headers: { [name]: value } }));
    expect([headers.get(name), headers.get("Cache-Control")]).toEqual([null, "private, no-store"]);
  });

  it("keeps the cache headers of a visitor's response", async () => {
    const client = createServerClient({
      host: "https://api.example",
      clientId: "app",
      cookies: new Request("https://site.example/"),
    });
    const response = new Response("page", { headers: { "CDN-Cache-Control": "max-age=600" } });
    expect((await client.commitSession(response)).headers.get("CDN-Cache-Control")).toBe("max-age=600");
  });

  it("is returned unchanged when its headers are immutable and it cannot be copied", async () => {
    const { client } = clientOf();
    await client.getSession();
    const response = Response.error();
    expect(await client.commitSession(response)).toBe(response);
  });
});

describe("an uncommitted response", () => {
  const listen = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  it("is reported on the console without secrets when the member would be signed out", async () => {
    const warnings = listen();
    const { client, letTimePass } = clientOf();
    await client.getSession();
    expect(warnings).not.toHaveBeenCalled();
    letTimePass();
    expect(warnings).toHaveBeenCalledOnce();
    expect(warnings.mock.lastCall?.join()).toMatch(/commitSession/);
    expect(warnings.mock.lastCall?.join()).not.toMatch(/\b[AR]2?\b/);
  });

  it.each<[string, (client: ReturnType<typeof clientOf>["client"]) => Promise<unknown>]>([
    ["it has been committed", async (client) => client.commitSession(new Response(String(await client.getSession())))],
    ["nothing has changed", async () => undefined],
  ])("is not reported when %s", async (_case, response) => {
    const warnings = listen();
    const { client, letTimePass } = clientOf();
    await response(client);
    letTimePass();
    expect(warnings).not.toHaveBeenCalled();
  });

  it("is not reported for a visitor", async () => {
    const warnings = listen();
    const { client, letTimePass } = clientOf("visitor");
    await client.auth.getAuthHeaders();
    letTimePass();
    expect(warnings).not.toHaveBeenCalled();
  });
});

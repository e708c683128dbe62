import { describe, expect, it } from "vitest";
import { createServerClient, type ResponseCookie } from "../../server.ts";
import { decodeSessionCookie, encodeSessionCookie, encodeSessionState } from "../storage/session-cookie.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { createSessionId } from "./cookie-session.ts";

const now = Date.UTC(2030, 0, 1);
const id = createSessionId(now - 3_600_000);
const tokensOf = (name: string, lifetimeSeconds = 3600, suspendedUntil?: number): Tokens => ({
  accessToken: { value: `access-${name}`, expiresAt: now / 1000 + lifetimeSeconds },
  refreshToken: { value: `secret-${name}`, role: "member" },
  ...(suspendedUntil && { suspendedUntil }),
});
const cookiesOf = (tokens: Tokens, current = id, state: Tokens = tokens): Record<string, string> => ({
  [`__Host-porchlight_session-${id}`]: encodeSessionCookie(tokens),
  "__Host-porchlight_session_state": encodeSessionState({
    ...state,
    refreshToken: { ...state.refreshToken, value: current },
  }),
});

/** A client of a framework, with the cookies that a request has and those that it sets. */
function connect(cookies: Record<string, string>, isWritable = true) {
  const written = new Map<string, ResponseCookie>();
  const sent: string[] = [];
  const client = createServerClient({
    host: "https://api.example",
    clientId: "app",
    httpOnly: true,
    environment: { now: () => now, setTimeout: (run) => setTimeout(run, 10) },
    cookies: {
      getAll: () => Object.entries(cookies).map(([name, value]) => ({ name, value })),
      setAll(changed) {
        if (!isWritable) throw new Error("Cookies can only be modified in a Server Action or Route Handler.");
        for (const cookie of changed) written.set(cookie.name.replace("__Host-porchlight_session", ""), cookie);
      },
    },
    fetch: async (input, init) => {
      sent.push(JSON.parse(String(init?.body ?? "{}")).grantType ?? String(input));
      return Response.json({ access_token: "access-new", refresh_token: "secret-new", expires_in: 3600 });
    },
  });
  const values = () => Object.fromEntries([...written].map(([name, { value }]) => [name, value]));
  return { client, written, values, sent };
}

describe("the cookies of a hidden session", () => {
  it("store a renewal in the same session, hidden from scripts", async () => {
    const { client, written } = connect(cookiesOf(tokensOf("old", -1)));
    expect(await client.getSession()).toMatchObject({ status: "member" });
    expect([...written.keys()]).toEqual([`-${id}`, "_state"]);
    const options = { path: "/", sameSite: "lax", maxAge: 7_776_000, secure: true };
    expect(written.get(`-${id}`)?.options).toEqual({ ...options, httpOnly: true });
    expect(decodeSessionCookie(written.get(`-${id}`)?.value).refreshToken.value).toBe("secret-new");
    expect(written.get("_state")).toMatchObject({ value: `${id}~member~`, options: { ...options, httpOnly: false } });
    expect(client.getPageToken()).toEqual({ session: id, accessToken: "access-new", expiresIn: 3600 });
  });

  it("store another member in a new session, and remove the previous one", async () => {
    const { client, values } = connect(cookiesOf(tokensOf("ada")));
    await client.auth.setTokens(tokensOf("grace"));
    const { [`-${id}`]: previous, _state: state = "", ...rest } = values();
    const [[name, value] = ["", ""]] = Object.entries(rest);
    expect(previous).toBe("");
    expect(decodeSessionCookie(value).refreshToken.value).toBe("secret-grace");
    expect(state).toBe(`${name.slice(1)}~member~`);
    expect(name).not.toBe(`-${id}`);
  });

  it("are both removed by a sign-out", async () => {
    const { client, written, values } = connect(cookiesOf(tokensOf("ada")));
    await client.auth.signOut();
    expect(values()).toEqual({ [`-${id}`]: "", _state: "" });
    expect([...written.values()].map(({ options }) => options.maxAge)).toEqual([0, 0]);
    expect(client.getPageToken()).toBeUndefined();
  });

  it("are ignored and removed if they do not belong together", async () => {
    for (const cookies of [cookiesOf(tokensOf("ada"), "another"), { ...cookiesOf(tokensOf("ada"), "") }]) {
      const { client, values, sent } = connect(cookies);
      expect((await client.getSession()).role).toBe("none");
      expect(values()[`-${id}`]).toBe("");
      expect(sent).toEqual([]);
    }
  });

  it("are not renewed where cookies cannot be written", async () => {
    const { client, sent } = connect(cookiesOf(tokensOf("old", -1)), false);
    await expect(client.requireMember()).rejects.toMatchObject({ code: "RENEWAL_NEEDED" });
    expect(client.getPageToken()).toBeUndefined();
    expect(sent).not.toContain("refresh_token");
  });

  it("report the end of an outage to the page", async () => {
    const state = tokensOf("ada", 3600, now + 30_000);
    const { client, values } = connect(cookiesOf(tokensOf("ada"), id, state));
    expect(await client.getSession()).toMatchObject({ status: "member" });
    expect(values()).toEqual({ _state: `${id}~member~` });
  });

  it("do not pass a visitor's token to the page during an outage", async () => {
    const { client } = connect(cookiesOf(tokensOf("visitor", 3600, now + 30_000)));
    expect(await client.getSession()).toMatchObject({ status: "degraded" });
    expect(client.getPageToken()).toBeUndefined();
  });
});

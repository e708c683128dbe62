import { EMPTY_TOKENS } from "@porchlight/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { errorResponse, memberTokens, stubServer } from "../stub-server.ts";
import { createSessionStore, type openSessionChannel, type SessionMessage } from "./session-store.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A channel to other tabs, of which the test is one. */
function messageChannel() {
  let listener: (word: SessionMessage) => void = () => undefined;
  const channel: typeof openSessionChannel = (onWord) => {
    listener = onWord;
    return { post: () => undefined, close: () => undefined };
  };
  return { channel, receive: (word: SessionMessage) => listener(word) };
}

describe("session store", () => {
  it("is a member from the first render with an initial session, without a request", async () => {
    const { client, calls } = stubServer();
    const store = createSessionStore(client, { role: "member", member: { loginEmail: "ada@example.com" } });
    store.connect();
    await store.loadMember();
    await settled();
    expect(store.getSnapshot()).toMatchObject({ status: "member", member: { loginEmail: "ada@example.com" } });
    expect(calls).toEqual([]);
  });

  it("is degraded from the first render after an outage on the server, until the client's first event", async () => {
    const { client } = stubServer();
    await client.auth.setTokens(memberTokens);
    const store = createSessionStore(client, { role: "member", status: "degraded" });
    expect(store.getServerSnapshot()).toMatchObject({ status: "degraded", role: "member" });
    store.connect();
    expect(store.getSnapshot().status).toBe("member");
  });

  it("is loading without an initial session, and a visitor once the client is ready", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, undefined);
    expect(store.getSnapshot().status).toBe("loading");
    store.connect();
    await settled();
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", ended: undefined });
  });

  it("keeps the server's snapshot while the session changes", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, { role: "visitor" });
    store.connect();
    await client.auth.setTokens(memberTokens);
    expect(store.getServerSnapshot().status).toBe("visitor");
    expect(store.getSnapshot()).toMatchObject({ status: "member", role: "member", expiresAt: 4_102_444_800 });
  });

  it("loads the member once for all callers", async () => {
    const { client, calls } = stubServer();
    const store = createSessionStore(client, { role: "visitor" });
    store.connect();
    await client.auth.setTokens(memberTokens);
    await Promise.all([store.loadMember(), store.loadMember(), store.loadMember()]);
    expect(store.getSnapshot().member).toMatchObject({ _id: "m1", profile: { nickname: "Ada" } });
    expect(calls.filter((call) => call === "my")).toHaveLength(1);
  });

  it("reports why the member could not be loaded, and reloads on demand", async () => {
    let isDown = true;
    const { client } = stubServer({
      my: () => (isDown ? errorResponse(500, "INTERNAL") : { body: { member: { id: "m1", profile: {} } } }),
    });
    const store = createSessionStore(client, { role: "visitor" });
    store.connect();
    await client.auth.setTokens(memberTokens);
    await store.loadMember();
    expect(store.getSnapshot()).toMatchObject({ member: null, isMemberPending: false, error: { code: "INTERNAL" } });
    isDown = false;
    await store.refresh();
    expect(store.getSnapshot()).toMatchObject({ member: { _id: "m1" }, error: undefined });
  });

  it("discards the member when the session ends elsewhere, and reports how it ended", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, { role: "member", member: { loginEmail: "ada@example.com" } });
    await client.auth.setTokens(memberTokens);
    store.connect();
    await client.auth.setTokens(EMPTY_TOKENS);
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", member: null, ended: "signedOut" });
    store.acknowledgeEnd();
    expect(store.getSnapshot().ended).toBeUndefined();
  });

  it("reports a lost session when the server rejects its renewal", async () => {
    let isRefused = true;
    const { client } = stubServer({
      token: () => {
        if (!isRefused) return { body: { access_token: "v", refresh_token: "v", expires_in: 14400 } };
        isRefused = false;
        return { status: 400, body: { error: "invalid_grant" } };
      },
    });
    await client.auth.setTokens({ ...memberTokens, accessToken: { value: "old", expiresAt: 1 } });
    const store = createSessionStore(client, { role: "member" });
    store.connect();
    await client.auth.getAuthHeaders();
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", ended: "lost" });
  });

  describe("with a retained lost session", () => {
    /** A member on a page that keeps its place, whose renewal was refused. */
    async function loseSession() {
      let isRefused = true;
      let current = "m1";
      const { client, calls } = stubServer({
        token: () => {
          if (!isRefused) return { body: { access_token: "v", refresh_token: "v", expires_in: 14400 } };
          isRefused = false;
          return { status: 400, body: { error: "invalid_grant" } };
        },
        my: () => ({ body: { member: { id: current, loginEmail: `${current}@example.com`, profile: {} } } }),
      });
      await client.auth.setTokens({ ...memberTokens, accessToken: { value: "old", expiresAt: 1 } });
      const store = createSessionStore(client, { role: "member", member: { _id: "m1", loginEmail: "m1@example.com" } });
      onTestFinished(store.connect());
      const release = store.retainLostSession();
      await client.auth.getAuthHeaders();
      const signIn = async (id: string) => {
        current = id;
        await client.auth.setTokens(memberTokens);
        await settled();
      };
      return { client, calls, store, release, signIn };
    }

    it("keeps the member on the page in the degraded state", async () => {
      const { store, client } = await loseSession();
      expect(store.getSnapshot()).toMatchObject({
        status: "degraded",
        role: "visitor",
        ended: "lost",
        member: { _id: "m1" },
      });
      await client.auth.getAuthHeaders();
      expect(store.getSnapshot()).toMatchObject({ status: "degraded", ended: "lost" });
    });

    it("continues when the same member signs in, in any tab", async () => {
      const { store, signIn } = await loseSession();
      const seen: unknown[] = [];
      store.subscribe(() => seen.push(store.getSnapshot().member?._id));
      await signIn("m1");
      expect(store.getSnapshot()).toMatchObject({ status: "member", role: "member", ended: undefined });
      expect(new Set(seen)).toEqual(new Set(["m1"]));
    });

    it("switches to another member who signs in, without a visitor state in between", async () => {
      const { store, signIn } = await loseSession();
      const seen: unknown[] = [];
      store.subscribe(() => seen.push([store.getSnapshot().status, store.getSnapshot().member?._id]));
      await signIn("m2");
      expect(seen).toEqual([["member", "m2"]]);
    });

    it("becomes a visitor's when acknowledged, released, or signed out in another tab", async () => {
      const put = await loseSession();
      put.store.acknowledgeEnd();
      expect(put.store.getSnapshot()).toMatchObject({ status: "visitor", member: null, ended: undefined });
      const left = await loseSession();
      left.release();
      expect(left.store.getSnapshot()).toMatchObject({ status: "visitor", member: null });
      const out = await loseSession();
      const elsewhere = createSessionStore(stubServer().client, { role: "member" });
      onTestFinished(elsewhere.connect());
      await elsewhere.signOut("https://site.example/");
      await vi.waitFor(() =>
        expect(out.store.getSnapshot()).toMatchObject({ status: "visitor", ended: "signedOut", member: null }),
      );
    });
  });

  it("treats a visitor's tokens from another tab as a lost session, not as a sign-out", async () => {
    const visitorTokens = { ...memberTokens, refreshToken: { value: "visitor", role: "visitor" as const } };
    const endings = [];
    for (const tokens of [visitorTokens, EMPTY_TOKENS]) {
      const { client } = stubServer();
      await client.auth.setTokens(memberTokens);
      const store = createSessionStore(client, { role: "member" });
      onTestFinished(store.connect());
      await client.auth.setTokens(tokens);
      endings.push(store.getSnapshot().ended);
    }
    expect(endings).toEqual(["lost", "signedOut"]);
  });

  it("accepts a sign-out of another tab despite a visitor's tokens", async () => {
    const { client } = stubServer();
    await client.auth.setTokens(memberTokens);
    const { channel, receive } = messageChannel();
    const store = createSessionStore(client, { role: "member" }, channel);
    onTestFinished(store.connect());
    receive("signedOut");
    await client.auth.setTokens({ ...memberTokens, refreshToken: { value: "visitor", role: "visitor" } });
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", ended: "signedOut" });
  });

  it("reloads the member after a sign-in in another tab", async () => {
    let current = "m1";
    const { client } = stubServer({ my: () => ({ body: { member: { id: current, profile: {} } } }) });
    await client.auth.setTokens(memberTokens);
    const { channel, receive } = messageChannel();
    const store = createSessionStore(client, { role: "member", member: { _id: "m1" } }, channel);
    onTestFinished(store.connect());
    receive("signedIn");
    current = "m2";
    await client.auth.setTokens({ ...memberTokens, refreshToken: { value: "another", role: "member" } });
    await vi.waitFor(() => expect(store.getSnapshot()).toMatchObject({ status: "member", member: { _id: "m2" } }));
  });

  it("reloads the member after an outage in which loading failed", async () => {
    let isDown = true;
    const { client } = stubServer({
      my: () => (isDown ? errorResponse(403, "NOT_ALLOWED") : { body: { member: { id: "m1", profile: {} } } }),
    });
    await client.auth.setTokens({ ...memberTokens, suspendedUntil: Date.now() + 60_000 });
    const store = createSessionStore(client, undefined);
    onTestFinished(store.connect());
    await store.loadMember();
    expect(store.getSnapshot()).toMatchObject({ status: "degraded", member: null, error: { code: "NOT_ALLOWED" } });
    isDown = false;
    await client.auth.setTokens(memberTokens);
    await vi.waitFor(() =>
      expect(store.getSnapshot()).toMatchObject({ status: "member", member: { _id: "m1" }, error: undefined }),
    );
  });

  it("signs out locally if the server is unreachable", async () => {
    const { client } = stubServer({ "redirect-session": "network error" });
    await client.auth.setTokens(memberTokens);
    const store = createSessionStore(client, undefined);
    store.connect();
    await store.signOut("https://site.example/");
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", ended: "signedOut" });
    expect(client.auth.loggedIn()).toBe(false);
  });

  it("receives no events after it is disconnected", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, { role: "visitor" });
    store.connect()();
    await client.auth.setTokens(memberTokens);
    expect(store.getSnapshot().status).toBe("visitor");
  });

  it("shows the member's own changes, and reloads them in other tabs", async () => {
    const said: string[] = [];
    let receive = (_word: SessionMessage) => {};
    const openChannel = (onWord: typeof receive) => {
      receive = onWord;
      return { post: (word: string) => void said.push(word), close: () => void said.push("closed") };
    };
    const { client, calls } = stubServer();
    await client.auth.setTokens(memberTokens);
    const store = createSessionStore(client, { role: "member" }, openChannel);
    const disconnect = store.connect();
    const late = store.refresh();
    store.setMember({ _id: "m1", profile: { nickname: "Countess" } });
    await late;
    expect(store.getSnapshot().member?.profile?.nickname).toBe("Countess");
    expect(said).toEqual(["memberChanged"]);

    calls.length = 0;
    receive("memberChanged");
    await settled();
    await store.refresh();
    expect(calls).toContain("my");
    expect(store.getSnapshot().member?.profile?.nickname).toBe("Ada");
    disconnect();
    expect(said).toEqual(["memberChanged", "closed"]);
  });
});

import { EMPTY_TOKENS } from "@porchlight/client";
import { describe, expect, it } from "vitest";
import { createSessionStore } from "./session-store.ts";
import { memberTokens, refusal, stubServer } from "./stub-server.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("session store", () => {
  it("is a member from the first look with an initial session, and asks for nothing", async () => {
    const { client, calls } = stubServer();
    const store = createSessionStore(client, { role: "member", member: { loginEmail: "ada@example.com" } });
    store.connect();
    await store.loadMember();
    await settled();
    expect(store.getSnapshot()).toMatchObject({ status: "member", member: { loginEmail: "ada@example.com" } });
    expect(calls).toEqual([]);
  });

  it("is loading without one, and a visitor once the client has been asked", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, undefined);
    expect(store.getSnapshot().status).toBe("loading");
    store.connect();
    await settled();
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", ended: undefined });
  });

  it("keeps the server's snapshot while the session goes on", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, { role: "visitor" });
    store.connect();
    await client.auth.setTokens(memberTokens);
    expect(store.getServerSnapshot().status).toBe("visitor");
    expect(store.getSnapshot()).toMatchObject({ status: "member", role: "member", expiresAt: 4_102_444_800 });
  });

  it("reads the member once for all who ask", async () => {
    const { client, calls } = stubServer();
    const store = createSessionStore(client, { role: "visitor" });
    store.connect();
    await client.auth.setTokens(memberTokens);
    await Promise.all([store.loadMember(), store.loadMember(), store.loadMember()]);
    expect(store.getSnapshot().member).toMatchObject({ _id: "m1", profile: { nickname: "Ada" } });
    expect(calls.filter((call) => call === "my")).toHaveLength(1);
  });

  it("tells why the member could not be read, and reads again on demand", async () => {
    let isDown = true;
    const { client } = stubServer({
      my: () => (isDown ? refusal(500, "INTERNAL") : { body: { member: { id: "m1", profile: {} } } }),
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

  it("forgets the member when the session ends elsewhere, and says how it ended", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, { role: "member", member: { loginEmail: "ada@example.com" } });
    await client.auth.setTokens(memberTokens);
    store.connect();
    await client.auth.setTokens(EMPTY_TOKENS);
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", member: null, ended: "signedOut" });
    store.acknowledgeEnd();
    expect(store.getSnapshot().ended).toBeUndefined();
  });

  it("says that a session was lost when the server refuses to renew it", async () => {
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

  it("signs out here even when the server cannot be reached", async () => {
    const { client } = stubServer({ "redirect-session": "network loss" });
    await client.auth.setTokens(memberTokens);
    const store = createSessionStore(client, undefined);
    store.connect();
    await store.signOut("https://site.example/");
    expect(store.getSnapshot()).toMatchObject({ status: "visitor", ended: "signedOut" });
    expect(client.auth.loggedIn()).toBe(false);
  });

  it("hears nothing more once it is disconnected", async () => {
    const { client } = stubServer();
    const store = createSessionStore(client, { role: "visitor" });
    store.connect()();
    await client.auth.setTokens(memberTokens);
    expect(store.getSnapshot().status).toBe("visitor");
  });

  it("shows the member as they have changed themselves, and has other tabs read them again", async () => {
    const said: string[] = [];
    let hear = (_word: "memberChanged") => {};
    const openChannel = (onWord: typeof hear) => {
      hear = onWord;
      return { say: (word: string) => void said.push(word), close: () => void said.push("closed") };
    };
    const { client, calls } = stubServer();
    await client.auth.setTokens(memberTokens);
    const store = createSessionStore(client, { role: "member" }, openChannel);
    const disconnect = store.connect();
    const late = store.refresh();
    store.tellMember({ _id: "m1", profile: { nickname: "Countess" } });
    await late;
    expect(store.getSnapshot().member?.profile?.nickname).toBe("Countess");
    expect(said).toEqual(["memberChanged"]);

    calls.length = 0;
    hear("memberChanged");
    await settled();
    await store.refresh();
    expect(calls).toContain("my");
    expect(store.getSnapshot().member?.profile?.nickname).toBe("Ada");
    disconnect();
    expect(said).toEqual(["memberChanged", "closed"]);
  });
});

import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { createServer } from "../server.ts";

const server = await createTestServer();
const { context } = server;
const memberPath = "/members/v1/members/my";
const hourMs = 3_600_000;

interface Answer {
  access_token: string;
  refresh_token: string;
}

const renewal = (refreshToken: string): Promise<TestResponse> =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });

async function renew({ refresh_token }: Answer): Promise<Answer> {
  const { status, body } = await renewal(refresh_token);
  expect(status).toBe(200);
  return body;
}

const use = async ({ access_token }: Answer) => (await server.call("GET", memberPath, { token: access_token })).status;

/** Rejected, and the session has ended: none of its tokens works. */
async function expectRevoked(rejected: Answer, ...others: Answer[]): Promise<void> {
  for (const { refresh_token } of [rejected, ...others]) {
    const { status, body } = await renewal(refresh_token);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  }
  for (const tokens of [rejected, ...others]) expect(await use(tokens)).toBe(401);
}

describe("a lost renewal response", () => {
  it.each([1_000, 11_000, hourMs, 30 * 24 * hourMs])("is repeated after %i ms", async (away) => {
    const first = await server.signIn();
    const lost = await renew(first);
    server.advance(away);
    const again = await renew(first);
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect(again.access_token).not.toBe(lost.access_token);
    expect(await use(again)).toBe(200);
    server.advance(hourMs);
    expect((await renew(again)).refresh_token).not.toBe(again.refresh_token);
  });

  it("is repeated any number of times, also after a renewal that succeeded", async () => {
    let stored: Answer = await server.signIn();
    for (let round = 0; round < 3; round++) {
      for (let attempts = 0; attempts < 3; attempts++) {
        await renew(stored);
        server.advance(hourMs);
      }
      stored = await renew(stored);
      expect(await use(stored)).toBe(200);
      server.advance(hourMs);
    }
  });

  it("tolerates renewals of other tabs during its first use", async () => {
    const first = await server.signIn();
    await renew(first);
    server.advance(hourMs);
    const second = await renew(first);
    expect(await use(second)).toBe(200);
    server.advance(9_000);
    expect((await renew(first)).refresh_token).toBe(second.refresh_token);
  });
});

describe("a member's session", () => {
  const dayMs = 24 * hourMs;

  it("lasts a year at most if used every 90 days, including the hour of its access token", async () => {
    let stored: Answer = await server.signIn();
    for (let round = 0; round < 4; round++) {
      server.advance(89 * dayMs);
      stored = await renew(stored);
      expect(await use(stored)).toBe(200);
    }
    server.advance(9 * dayMs);
    expect((await renewal(stored.refresh_token)).body.error).toBe("invalid_grant");
    expect(await use(stored)).toBe(401);
  });

  it("ends after 90 days without use, for each of its tokens", async () => {
    const first = await server.signIn();
    const second = await renew(first);
    server.advance(91 * dayMs);
    for (const { refresh_token } of [second, first])
      expect((await renewal(refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("a stolen refresh token", () => {
  it("is detected when the thief renews first and continues, and the owner returns", async () => {
    const stolen = await server.signIn();
    const thief = await renew(stolen);
    expect(await use(thief)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stolen, thief);
  });

  it("is detected when the thief renews twice, without using an access token", async () => {
    const stolen = await server.signIn();
    const thief = await renew(await renew(stolen));
    server.advance(11_000);
    await expectRevoked(stolen, thief);
  });

  it("is detected when the owner renews first and continues, and the thief arrives", async () => {
    const stolen = await server.signIn();
    const owner = await renew(stolen);
    expect(await use(owner)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stolen, owner);
  });

  it("is detected when the thief gets the response that the owner lost", async () => {
    const stolen = await server.signIn();
    await renew(stolen);
    server.advance(hourMs);
    const thief = await renew(stolen);
    expect(await use(thief)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stolen, thief);
  });

  it("is detected one renewal later when both got the same successor before using it", async () => {
    const stolen = await server.signIn();
    const thief = await renew(stolen);
    const owner = await renew(stolen);
    expect(owner.refresh_token).toBe(thief.refresh_token);
    expect([await use(owner), await use(thief)]).toEqual([200, 200]);
    server.advance(hourMs);
    const next = await renew(thief);
    expect(await use(next)).toBe(200);
    server.advance(11_000);
    await expectRevoked(owner, next);
  });

  it("is detected when the thief, who renews at the same time, is late once", async () => {
    let stored: Answer = await server.signIn();
    for (let hour = 0; hour < 3; hour++) {
      const owner = await renew(stored);
      expect(await use(owner)).toBe(200);
      server.advance(5_000);
      const thief = await renew(stored);
      expect(thief.refresh_token).toBe(owner.refresh_token);
      expect(await use(thief)).toBe(200);
      server.advance(hourMs);
      stored = owner;
    }
    const owner = await renew(stored);
    expect(await use(owner)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stored, owner);
  });

  it("is rejected if older than the previous one", async () => {
    const oldest = await server.signIn();
    const second = await renew(oldest);
    const third = await renew(second);
    server.advance(11_000);
    await expectRevoked(oldest, second, third);
  });
});

describe("the first use of a renewed access token", () => {
  it("is recorded once, by the first node that sees it", async () => {
    const first = await server.signIn();
    const tokens = await renew(first);
    const node = await createServer(context.config);
    const request = () =>
      new Request(`http://localhost:4000${memberPath}`, { headers: { authorization: tokens.access_token } });
    const callNode = () => node.fetch(request(), { clientAddress: "10.9.9.9" });
    const firstUses = async () =>
      (await context.db.selectFrom("refresh_tokens").select("used_at").where("token_hash", "=", newest).execute()).map(
        ({ used_at }) => used_at?.getTime(),
      );
    const newest = hashSecret(tokens.refresh_token);
    expect(await firstUses()).toEqual([undefined]);
    const responses = await Promise.all(Array.from({ length: 10 }, callNode));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const recorded = await firstUses();
    expect(recorded[0]).toBeTypeOf("number");
    server.advance(11_000);
    expect([(await callNode()).status, await use(tokens)]).toEqual([200, 200]);
    expect(await firstUses()).toEqual(recorded);
    await expectRevoked(first, tokens);
    await node.close();
  });

  it("is not recorded for tokens of a sign-in, which replaced none", async () => {
    const first = await server.signIn();
    expect(decodeJwt(first.access_token)).not.toHaveProperty("renewal");
    const next = await renew(first);
    const { renewal: claim } = decodeJwt(next.access_token);
    expect(claim).toMatch(/^[\w-]{43}$/);
    expect(claim).not.toBe(next.refresh_token);
  });

  it("counts in a server-rendered page only if the browser sent the token", async () => {
    const first = await server.signIn();
    const tokens = await renew(first);
    const inPage = async (pageCookie: string) => {
      const headers = { authorization: tokens.access_token };
      const request = new Request(`http://localhost:4000${memberPath}`, { headers });
      return (await server.fetch(request, { clientAddress: "10.9.9.9", pageCookie })).status;
    };
    const otherCookies = [
      "",
      `porchlight_session=v2~x~1~${first.refresh_token}~member~`,
      `porchlight_session=v2~${tokens.access_token}x~1~${first.refresh_token}~member~`,
    ];
    for (const cookie of otherCookies) expect(await inPage(cookie)).toBe(200);
    server.advance(hourMs / 2);
    expect((await renew(first)).refresh_token).toBe(tokens.refresh_token);
    expect(
      await inPage(`theme=dark; porchlight_session=v2~${tokens.access_token}~1~${tokens.refresh_token}~member~`),
    ).toBe(200);
    server.advance(11_000);
    await expectRevoked(first, tokens);
  });

  it("counts when an API client introspects the token", async () => {
    const first = await server.signIn();
    const tokens = await renew(first);
    const { body } = await server.call("POST", "/oauth2/token-info", {
      token: tokens.access_token,
      body: { token: tokens.access_token },
    });
    expect(body.active).toBe(true);
    server.advance(11_000);
    await expectRevoked(first, tokens);
  });
});

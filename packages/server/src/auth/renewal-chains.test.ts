import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { createTestServer, type TestAnswer } from "../../test/test-server.ts";
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

const renewal = (refreshToken: string): Promise<TestAnswer> =>
  server.call("POST", "/oauth2/token", {
    body: { grantType: "refresh_token", clientId: server.clientId, refreshToken },
  });

async function renew({ refresh_token }: Answer): Promise<Answer> {
  const { status, body } = await renewal(refresh_token);
  expect(status).toBe(200);
  return body;
}

const use = async ({ access_token }: Answer) => (await server.call("GET", memberPath, { token: access_token })).status;

/** Refused, and the whole session has ended with it: nobody who holds any of its tokens goes on. */
async function expectRevoked(refused: Answer, ...others: Answer[]): Promise<void> {
  for (const { refresh_token } of [refused, ...others]) {
    const { status, body } = await renewal(refresh_token);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
  }
  for (const tokens of [refused, ...others]) expect(await use(tokens)).toBe(401);
}

describe("an answer of a renewal that was lost", () => {
  it.each([1_000, 11_000, hourMs, 30 * 24 * hourMs])("is given again after %i ms", async (away) => {
    const first = await server.signedIn();
    const lost = await renew(first);
    server.advance(away);
    const again = await renew(first);
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect(again.access_token).not.toBe(lost.access_token);
    expect(await use(again)).toBe(200);
    server.advance(hourMs);
    expect((await renew(again)).refresh_token).not.toBe(again.refresh_token);
  });

  it("is given again as often as it is lost, and after a renewal that was not", async () => {
    let held: Answer = await server.signedIn();
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 3; tries++) {
        await renew(held);
        server.advance(hourMs);
      }
      held = await renew(held);
      expect(await use(held)).toBe(200);
      server.advance(hourMs);
    }
  });

  it("may meet renewals of other tabs that come while it is first used", async () => {
    const first = await server.signedIn();
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

  it("lasts as long as it is used every 90 days, and a year at most, its access token's hour included", async () => {
    let held: Answer = await server.signedIn();
    for (let round = 0; round < 4; round++) {
      server.advance(89 * dayMs);
      held = await renew(held);
      expect(await use(held)).toBe(200);
    }
    server.advance(9 * dayMs);
    expect((await renewal(held.refresh_token)).body.error).toBe("invalid_grant");
    expect(await use(held)).toBe(401);
  });

  it("that was not used for 90 days is over, whichever of its tokens comes", async () => {
    const first = await server.signedIn();
    const second = await renew(first);
    server.advance(91 * dayMs);
    for (const { refresh_token } of [second, first])
      expect((await renewal(refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("two who hold the same refresh token", () => {
  it("are found out when the thief renews first and goes on, and the owner comes back", async () => {
    const stolen = await server.signedIn();
    const thief = await renew(stolen);
    expect(await use(thief)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stolen, thief);
  });

  it("are found out when the thief renews first and renews again, though no access token was used", async () => {
    const stolen = await server.signedIn();
    const thief = await renew(await renew(stolen));
    server.advance(11_000);
    await expectRevoked(stolen, thief);
  });

  it("are found out when the owner renews first and goes on, and the thief comes", async () => {
    const stolen = await server.signedIn();
    const owner = await renew(stolen);
    expect(await use(owner)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stolen, owner);
  });

  it("are found out when the thief takes the answer that the owner has lost", async () => {
    const stolen = await server.signedIn();
    await renew(stolen);
    server.advance(hourMs);
    const thief = await renew(stolen);
    expect(await use(thief)).toBe(200);
    server.advance(11_000);
    await expectRevoked(stolen, thief);
  });

  it("are found out one renewal later when both took the same successor before either used it", async () => {
    const stolen = await server.signedIn();
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

  it("are found out when the thief, who renews in step, is late once", async () => {
    let held: Answer = await server.signedIn();
    for (let hour = 0; hour < 3; hour++) {
      const owner = await renew(held);
      expect(await use(owner)).toBe(200);
      server.advance(5_000);
      const thief = await renew(held);
      expect(thief.refresh_token).toBe(owner.refresh_token);
      expect(await use(thief)).toBe(200);
      server.advance(hourMs);
      held = owner;
    }
    const owner = await renew(held);
    expect(await use(owner)).toBe(200);
    server.advance(11_000);
    await expectRevoked(held, owner);
  });

  it("gain nothing from a token older than the former one", async () => {
    const oldest = await server.signedIn();
    const second = await renew(oldest);
    const third = await renew(second);
    server.advance(11_000);
    await expectRevoked(oldest, second, third);
  });
});

describe("the first use of a renewed access token", () => {
  it("is written down once, however many calls there are, by whichever node sees it first", async () => {
    const first = await server.signedIn();
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
    const answers = await Promise.all(Array.from({ length: 10 }, callNode));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const noted = await firstUses();
    expect(noted[0]).toBeTypeOf("number");
    server.advance(11_000);
    expect([(await callNode()).status, await use(tokens)]).toEqual([200, 200]);
    expect(await firstUses()).toEqual(noted);
    await expectRevoked(first, tokens);
    await node.close();
  });

  it("does not matter for the tokens of a sign-in, which took nobody's place", async () => {
    const first = await server.signedIn();
    expect(decodeJwt(first.access_token)).not.toHaveProperty("renewal");
    const next = await renew(first);
    const { renewal: claim } = decodeJwt(next.access_token);
    expect(claim).toMatch(/^[\w-]{43}$/);
    expect(claim).not.toBe(next.refresh_token);
  });

  it("counts in a page that the server makes when the browser has sent the token along, and not before", async () => {
    const first = await server.signedIn();
    const tokens = await renew(first);
    const inPage = async (pageCookie: string) => {
      const headers = { authorization: tokens.access_token };
      const request = new Request(`http://localhost:4000${memberPath}`, { headers });
      return (await server.fetch(request, { clientAddress: "10.9.9.9", pageCookie })).status;
    };
    expect([await inPage(""), await inPage(`porchlight_session=v1:x:1:${first.refresh_token}`)]).toEqual([200, 200]);
    server.advance(hourMs / 2);
    expect((await renew(first)).refresh_token).toBe(tokens.refresh_token);
    expect(await inPage(`porchlight_session=v1:${tokens.access_token}:1:${tokens.refresh_token}`)).toBe(200);
    server.advance(11_000);
    await expectRevoked(first, tokens);
  });

  it("counts when a program has the token looked at", async () => {
    const first = await server.signedIn();
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

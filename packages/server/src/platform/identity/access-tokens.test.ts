import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { createSecrets } from "../crypto/secrets.ts";
import { newId } from "../db/ids.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { openKeyRing } from "./key-ring.ts";

const { db } = await openTestDatabase();
const siteId = newId();
await db.insertInto("sites").values({ id: siteId, name: "Tests" }).execute();
const keys = await openKeyRing(db, siteId, createSecrets(Buffer.alloc(32, 7)));
const issuer = "https://site.example";
const tokens = createAccessTokens(keys, issuer, siteId);
const now = new Date("2030-01-01T00:00:00Z");
const seconds = now.getTime() / 1000;
const sessionEnd = new Date((seconds + 90_000) * 1000);
const claims = { subjectId: newId(), appId: newId(), sessionId: newId(), role: "member" } as const;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A valid token except for `changes`. */
async function sign(header: object = {}, payload: object = {}, key = keys.signing.key): Promise<string> {
  const { subjectId: sub, appId: client, sessionId: sid, role } = claims;
  const right = { sub, client, sid, role, iss: issuer, aud: siteId, iat: seconds, exp: seconds + 3_600 };
  const head = { alg: "EdDSA", typ: "porchlight-access+jwt", kid: keys.signing.id, ...header };
  const text = `${encode(head)}.${encode({ ...right, ...payload })}`;
  const signature = await crypto.subtle.sign("Ed25519", key, Buffer.from(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}
const stranger = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });

describe("access tokens", () => {
  it("contain the subject, but no email", async () => {
    const { token } = await tokens.sign({ ...claims, sessionEnd }, now);
    expect(await tokens.verify(token, now)).toEqual({ ...claims, issuedAt: seconds, expiresAt: seconds + 3_600 });
    expect(await tokens.verify(await sign(), now)).toMatchObject(claims);
    expect(Object.keys(JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())).sort()).toEqual(
      ["aud", "client", "exp", "iat", "iss", "jti", "role", "sid", "sub"].sort(),
    );
  });

  it.each([
    ["of another type", { typ: "JWT" }, {}],
    ["without a type", { typ: undefined }, {}],
    ["of a key that there is not", { kid: "none" }, {}],
    ["without a key's name", { kid: undefined }, {}],
    ["with a critical extension", { crit: ["mine"], mine: true }, {}],
    ["of another site", {}, { aud: newId() }],
    ["of no site", {}, { aud: undefined }],
    ["of another issuer", {}, { iss: "https://evil.example" }],
    ["without an end", {}, { exp: undefined }],
    ["without a beginning", {}, { iat: undefined }],
    ["whose end is no number", {}, { exp: "later" }],
    ["whose time has not come", {}, { nbf: seconds + 3_600 }],
    ["without a session", {}, { sid: undefined }],
    ["with a session that is no id", {}, { sid: "' or 1=1 --" }],
    ["for nobody", {}, { sub: undefined }],
    ["of another role", {}, { role: "owner" }],
  ] as const)("%s does not count, signed as it is", async (_what, header, payload) => {
    expect(await tokens.verify(await sign(header, payload), now)).toBeUndefined();
  });

  it("are not verified with an embedded key", async () => {
    const jwk = await exportJWK(stranger.publicKey);
    for (const header of [{}, { jwk }, { jku: "https://evil.example/jwks" }, { x5u: "https://evil.example/cert" }])
      expect(await tokens.verify(await sign(header, {}, stranger.privateKey), now)).toBeUndefined();
  });

  it("cannot choose the algorithm", async () => {
    const [, payload] = (await sign()).split(".");
    const { x } = keys.jwks.keys[0]!;
    for (const alg of ["none", "None", "HS256", "ES256"]) {
      const header = encode({ alg, typ: "porchlight-access+jwt", kid: keys.signing.id });
      for (const signature of ["", String(x)])
        expect(await tokens.verify(`${header}.${payload}.${signature}`, now)).toBeUndefined();
    }
  });

  it("expire a minute after an hour, also if cached", async () => {
    const { token, expiresInSeconds } = await tokens.sign({ ...claims, sessionEnd }, now);
    expect(expiresInSeconds).toBe(3_600);
    const at = (later: number) => tokens.verify(token, new Date(now.getTime() + later * 1000));
    expect(await at(0)).toBeDefined();
    expect(await at(3_659)).toBeDefined();
    expect(await at(3_660)).toBeUndefined();
  });

  it("do not outlive their session", async () => {
    const soon = new Date(now.getTime() + 90_500);
    const { token, expiresInSeconds } = await tokens.sign({ ...claims, sessionEnd: soon }, now);
    expect(expiresInSeconds).toBe(90);
    expect(await tokens.verify(token, now)).toMatchObject({ expiresAt: seconds + 90 });
    const late = await tokens.sign({ ...claims, sessionEnd: soon }, new Date(soon.getTime() - 100));
    expect(late.expiresInSeconds).toBe(1);
  });
});

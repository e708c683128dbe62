import { decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { createSecrets } from "../crypto/secrets.ts";
import { newId } from "../db/ids.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { KeyRingError, listKeys, openKeyRing, rotateKeys } from "./key-ring.ts";

const { db } = await openTestDatabase();
const hourMs = 3_600_000;
const secrets = createSecrets(Buffer.alloc(32, 7));

async function newSite(): Promise<string> {
  const id = newId();
  await db.insertInto("sites").values({ id, name: "Tests" }).execute();
  return id;
}

const rotation = (siteId: string, now: () => Date) => (isAtOnce: boolean) =>
  db.transaction().execute((tx) => rotateKeys(tx, siteId, secrets, now(), isAtOnce));

/** Of sessions that outlast the test. */
const sessionEnd = new Date(Date.UTC(2031, 0, 1));

describe("key ring", () => {
  it("has one first key for all nodes that start concurrently", async () => {
    const siteId = await newSite();
    const rings = await Promise.all(Array.from({ length: 6 }, () => openKeyRing(db, siteId, secrets)));
    expect(new Set(rings.map(({ signing }) => signing.id)).size).toBe(1);
    for (const { verifying, signing } of rings) expect([...verifying.keys()]).toEqual([signing.id]);
  });

  it("publishes public keys only", async () => {
    const { jwks } = await openKeyRing(db, await newSite(), secrets);
    expect(jwks.keys).toHaveLength(1);
    expect(jwks.keys[0]).toMatchObject({ kty: "OKP", alg: "EdDSA", use: "sig" });
    expect(jwks.keys[0]).not.toHaveProperty("d");
  });

  it("reports a different secret key", async () => {
    const siteId = await newSite();
    await openKeyRing(db, siteId, secrets);
    const other = createSecrets(Buffer.alloc(32, 8));
    await expect(openKeyRing(db, siteId, other)).rejects.toThrow(KeyRingError);
  });

  it("publishes the next key a day before it signs, and retains the former one until its last token has expired", async () => {
    const siteId = await newSite();
    const clock = { at: Date.UTC(2030, 0, 1), monotonic: 0 };
    const now = () => new Date(clock.at);
    const open = () => openKeyRing(db, siteId, secrets, now, () => clock.monotonic);
    const rotate = rotation(siteId, now);
    const nodes = [await open(), await open()];
    const first = nodes[0]?.signing.id;
    const pass = async (milliseconds: number) => {
      clock.at += milliseconds;
      clock.monotonic += milliseconds;
      // Stale keys are reloaded in the background.
      for (const node of nodes) await node.refresh("a key that nobody has");
      return nodes.map(({ signing, verifying, jwks }) => ({
        signing: signing.id,
        verifying: [...verifying.keys()],
        published: jwks.keys.map(({ kid }) => kid),
      }));
    };
    const everywhere = (signing: unknown, keys: unknown[]) =>
      Array(2).fill({ signing, verifying: keys, published: keys });

    const [, waiting] = await rotate(false);
    const next = waiting?.id;
    expect(waiting?.state).toBe("next");
    expect(await rotate(false)).toHaveLength(2);
    expect(await pass(10_000)).toEqual(everywhere(first, [first, next]));
    expect(await pass(23 * hourMs)).toEqual(everywhere(first, [first, next]));
    expect(await pass(hourMs)).toEqual(everywhere(next, [first, next]));
    expect((await listKeys(db, siteId, now())).map(({ state }) => state)).toEqual(["former", "signing"]);
    expect(await pass(hourMs)).toEqual(everywhere(next, [first, next]));
    expect(await pass(hourMs / 4)).toEqual(everywhere(next, [next]));
  });

  it("accepts every token for its hour during a rotation", async () => {
    const siteId = await newSite();
    const clock = { at: Date.UTC(2030, 0, 1) };
    const now = () => new Date(clock.at);
    const rotate = rotation(siteId, now);
    const open = async () =>
      createAccessTokens(await openKeyRing(db, siteId, secrets, now, () => clock.at), "https://site.example", siteId);
    const [node1, node2] = [await open(), await open()];
    const claims = { subjectId: newId(), appId: newId(), sessionId: newId(), role: "member" } as const;
    await rotate(false);
    const kids = new Set<unknown>();
    let { token } = await node1.sign({ ...claims, sessionEnd }, now());
    for (let minutes = 0; minutes < 30 * 60; minutes += 55) {
      clock.at += 55 * 60_000;
      for (const node of [node1, node2]) expect(await node.verify(token, now())).toMatchObject(claims);
      kids.add(decodeProtectedHeader(token).kid);
      token = (await node1.sign({ ...claims, sessionEnd }, now())).token;
    }
    expect(kids.size).toBe(2);
    expect((await node2.jwks()).keys).toHaveLength(1);
  });

  it("replaces all keys at once: other nodes load the new key with its first token and reject the former ones", async () => {
    const siteId = await newSite();
    const clock = { at: Date.UTC(2030, 0, 1) };
    const now = () => new Date(clock.at);
    const rotate = rotation(siteId, now);
    const open = async () =>
      createAccessTokens(await openKeyRing(db, siteId, secrets, now, () => clock.at), "https://site.example", siteId);
    const [node1, node2] = [await open(), await open()];
    const claims = { subjectId: newId(), appId: newId(), sessionId: newId(), role: "member" } as const;
    const { token: stolen } = await node1.sign({ ...claims, sessionEnd }, now());
    expect(await node2.verify(stolen, now())).toMatchObject(claims);
    expect(await rotate(true)).toMatchObject([{ state: "signing" }]);
    clock.at += 6_000;
    const { token: fresh } = await (await open()).sign({ ...claims, sessionEnd }, now());
    expect(await node2.verify(fresh, now())).toMatchObject(claims);
    expect(await node2.verify(stolen, now())).toBeUndefined();
    clock.at += 10_000;
    await node1.verify(fresh, now());
    expect(await node1.verify(stolen, now())).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { createSecrets } from "../secrets.ts";
import { openTestDatabase } from "../testing/test-database.ts";
import { KeyRingError, openKeyRing } from "./key-ring.ts";

const { db } = await openTestDatabase();
const secrets = createSecrets(Buffer.alloc(32, 7));

async function newSite(): Promise<string> {
  const id = newId();
  await db.insertInto("sites").values({ id, name: "Tests" }).execute();
  return id;
}

describe("key ring", () => {
  it("has one first key, which all nodes know that started at once", async () => {
    const siteId = await newSite();
    const rings = await Promise.all(Array.from({ length: 6 }, () => openKeyRing(db, siteId, secrets)));
    expect(new Set(rings.map(({ signing }) => signing.id)).size).toBe(1);
    for (const { verifying, signing } of rings) expect([...verifying.keys()]).toEqual([signing.id]);
  });

  it("publishes the public half alone", async () => {
    const { jwks } = await openKeyRing(db, await newSite(), secrets);
    expect(jwks.keys).toHaveLength(1);
    expect(jwks.keys[0]).toMatchObject({ kty: "OKP", alg: "EdDSA", use: "sig" });
    expect(jwks.keys[0]).not.toHaveProperty("d");
  });

  it("says in a sentence that the key is another one than before", async () => {
    const siteId = await newSite();
    await openKeyRing(db, siteId, secrets);
    const other = createSecrets(Buffer.alloc(32, 8));
    await expect(openKeyRing(db, siteId, other)).rejects.toThrow(KeyRingError);
  });
});

import { describe, expect, it } from "vitest";
import { createSecrets, hashSecret, newSecret } from "./secrets.ts";

describe("secrets", () => {
  const secrets = createSecrets(Buffer.alloc(32, 1));

  it("gives back what it sealed, and nothing to another key", () => {
    const sealed = secrets.seal("a private key");
    expect(secrets.unseal(sealed)).toBe("a private key");
    expect(() => createSecrets(Buffer.alloc(32, 2)).unseal(sealed)).toThrow();
  });

  it("refuses what was changed after sealing", () => {
    const sealed = secrets.seal("a private key");
    sealed[sealed.length - 1] = sealed[sealed.length - 1]! ^ 1;
    expect(() => secrets.unseal(sealed)).toThrow();
  });

  it("makes keys that have nothing in common for two purposes", () => {
    expect(secrets.mac("cursor", "x").equals(secrets.mac("rate limit", "x"))).toBe(false);
    expect(secrets.mac("cursor", "x").equals(secrets.mac("cursor", "x"))).toBe(true);
  });

  it("makes secrets of 43 URL characters that never repeat, stored as 32 bytes", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(newSecret()).not.toBe(secret);
    expect(hashSecret(secret)).toHaveLength(32);
  });
});

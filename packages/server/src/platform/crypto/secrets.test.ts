import { describe, expect, it } from "vitest";
import { createSecrets, hashSecret, newSecret } from "./secrets.ts";

describe("createSecrets", () => {
  const secrets = createSecrets(Buffer.alloc(32, 1));

  it("decrypts what it encrypted, but not with another key", () => {
    const sealed = secrets.seal("a private key");
    expect(secrets.unseal(sealed)).toBe("a private key");
    expect(() => createSecrets(Buffer.alloc(32, 2)).unseal(sealed)).toThrow();
  });

  it("rejects modified ciphertexts", () => {
    const sealed = secrets.seal("a private key");
    sealed[sealed.length - 1] = sealed[sealed.length - 1]! ^ 1;
    expect(() => secrets.unseal(sealed)).toThrow();
  });

  it("derives different keys for different purposes", () => {
    expect(secrets.mac("cursor", "x").equals(secrets.mac("rate limit", "x"))).toBe(false);
    expect(secrets.mac("cursor", "x").equals(secrets.mac("cursor", "x"))).toBe(true);
  });

  it("creates unique secrets of 43 URL-safe characters, hashed to 32 bytes", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(newSecret()).not.toBe(secret);
    expect(hashSecret(secret)).toHaveLength(32);
  });
});

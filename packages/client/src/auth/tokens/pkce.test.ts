import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generatePkce, randomText } from "./pkce.ts";

describe("generatePkce", () => {
  it("generates a verifier of 43 characters and its S256 challenge", async () => {
    const { codeVerifier, codeChallenge } = await generatePkce(crypto);
    expect(codeVerifier).toMatch(/^[A-Za-z0-9._~-]{43}$/);
    expect(codeChallenge).toBe(createHash("sha256").update(codeVerifier).digest("base64url"));
  });

  it("accepts lengths from 43 to 128", async () => {
    expect((await generatePkce(crypto, 128)).codeVerifier).toHaveLength(128);
    for (const length of [42, 129, Number.NaN]) {
      await expect(generatePkce(crypto, length)).rejects.toThrow(
        `Expected a length between 43 and 128. Received ${length}.`,
      );
    }
  });

  it("reports an insecure page as misconfigured", async () => {
    await expect(generatePkce(undefined)).rejects.toMatchObject({ kind: "misconfigured", code: "INSECURE_CONTEXT" });
  });
});

describe("randomText", () => {
  it("uses every letter about equally often", () => {
    const counts = new Map<string, number>();
    for (const letter of Array.from({ length: 500 }, () => randomText(crypto, 128)).join("")) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(64);
    expect(Math.min(...counts.values())).toBeGreaterThan(800); // 1000 expected; 5 standard deviations are 157
    expect(Math.max(...counts.values())).toBeLessThan(1200);
  });
});

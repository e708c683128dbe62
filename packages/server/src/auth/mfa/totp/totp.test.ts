import { describe, expect, it } from "vitest";
import { findTotpStep, toBase32, totpCode, totpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890", "ascii");

describe("codes of authenticator apps", () => {
  // RFC 6238, Appendix B, SHA-1; the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("match RFC 6238 at %d s", (seconds, code) => {
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
    expect(findTotpStep(secret, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
  });

  it("tolerate clocks that are half a minute off", () => {
    const at = new Date(1234567890_000);
    const now = Math.floor(1234567890 / 30);
    const offsets = [-3, -2, -1, 0, 1, 2, 3].map((offset) => findTotpStep(secret, totpCode(secret, now + offset), at));
    expect(offsets).toEqual([undefined, undefined, now - 1, now, now + 1, undefined, undefined]);
  });

  it.each(["", "28708", "2870822", "２８７０８２", "abcdef", " 287082"])("reject %j", (code) => {
    expect(findTotpStep(secret, code, new Date(59_000))).toBeUndefined();
  });
});

describe("the enrollment data of an authenticator app", () => {
  it("contains the secret in base32", () => {
    // RFC 4648 §10.
    for (const [plain, encoded] of [
      ["", ""],
      ["f", "MY"],
      ["fo", "MZXQ"],
      ["foo", "MZXW6"],
      ["foob", "MZXW6YQ"],
      ["fooba", "MZXW6YTB"],
      ["foobar", "MZXW6YTBOI"],
    ] as const)
      expect(toBase32(Buffer.from(plain))).toBe(encoded);
  });

  it("allows any characters in names", () => {
    const uri = new URL(totpUri(secret, { issuer: "Ärger & Co: Blog", account: "a+b@example.com" }));
    expect(decodeURIComponent(uri.pathname)).toMatch(/Ärger & Co {2}Blog:a\+b@example\.com$/);
    expect(uri.searchParams.get("issuer")).toBe("Ärger & Co: Blog");
    expect(uri.searchParams.get("secret")).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  });
});

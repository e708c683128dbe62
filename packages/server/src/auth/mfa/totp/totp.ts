import { createHmac, randomBytes } from "node:crypto";
import { renderSVG } from "uqr";

const stepSeconds = 30;
const digits = 6;
/** Recommended by RFC 4226 §4, which requires at least 128 bits. */
const secretBytes = 20;
const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const generateTotpSecret = (): Buffer => randomBytes(secretBytes);

/** The code of one time step. Source: RFC 6238 §4, RFC 4226 §5.3. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

export const totpStepAt = (at: Date): number => Math.floor(at.getTime() / 1_000 / stepSeconds);

/**
 * The time step of the code: the current one or a neighbor, for clocks that are half a minute off. `undefined` for a
 * wrong code. Source: security requirements §4.
 */
export function findTotpStep(secret: Buffer, code: string, at: Date): number | undefined {
  const now = totpStepAt(at);
  return [now, now - 1, now + 1].find((step) => step >= 0 && totpCode(secret, step) === code);
}

/** The URI that authenticator apps scan. Source: Key URI Format of Google Authenticator. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer.replaceAll(":", " "))}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** Without padding. Source: RFC 4648 §6. */
export function toBase32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** A QR code as a `data:` URL of an SVG, dark on white in every theme so that cameras can read it. */
export function drawQrCode(text: string): string {
  const svg = renderSVG(text, { ecc: "M", border: 4, whiteColor: "#fff", blackColor: "#000" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

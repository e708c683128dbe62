import { totpCode, totpStepAt } from "../../src/auth/mfa/totp/totp.ts";

/** An authenticator app with one secret. */
export interface AuthenticatorApp {
  secret: Buffer;
  codeAt(at: Date): string;
  /** An unused code. Adjacent time steps are valid, too, so that three codes are available within 30 seconds. */
  nextCode(): string;
}

/** @param shown The secret as the server shows it: base32, in groups or not. */
export function openAuthenticatorApp(shown: string): AuthenticatorApp {
  const secret = fromBase32(shown.replaceAll(" ", ""));
  let lastStep = 0;
  return {
    secret,
    codeAt: (at) => totpCode(secret, totpStepAt(at)),
    nextCode() {
      lastStep = Math.max(lastStep + 1, totpStepAt(new Date()) - 1);
      return totpCode(secret, lastStep);
    },
  };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Source: RFC 4648 §6. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

import { pbkdf2, randomBytes, randomInt } from "node:crypto";
import { promisify } from "node:util";
import {
  type CaptchaKind,
  type CaptchaPurpose,
  captchaKinds,
  captchaPurposes,
  type ProofOfWork,
} from "@porchlight/contract/auth/captcha/captcha";
import * as z from "zod";
import type { Secrets } from "../../platform/crypto/secrets.ts";

/** One attempt takes about 1 ms on a phone. */
const iterations = 5_000;
/** Maximum attempts; the average is half, about 1 s on a phone. Twice that where the page shows progress. */
const maxNumbers = { silent: 600, visible: 1_200 } as const satisfies Record<CaptchaKind, number>;
const targetBytes = 16;

/** Time from the creation of a task to the request that carries its solution. */
export const captchaTtlMs = 5 * 60_000;

/** Sealed in the challenge: clients can neither read nor change it, and no node has to store it. */
const sealedChallenge = z.object({
  // Distinguishes it from other sealed values.
  use: z.literal("captcha"),
  purpose: z.enum(captchaPurposes),
  kind: z.enum(captchaKinds),
  expiresAt: z.number(),
  answer: z.number(),
});

const derive = promisify(pbkdf2);

export async function createProofOfWork(
  secrets: Secrets,
  { purpose, kind, now }: { purpose: CaptchaPurpose; kind: CaptchaKind; now: Date },
): Promise<ProofOfWork> {
  const numbers = maxNumbers[kind];
  const answer = randomInt(numbers);
  const salt = randomBytes(16);
  const target = await derive(String(answer), salt, iterations, targetBytes, "sha256");
  const expiresAt = now.getTime() + captchaTtlMs;
  const sealedData: z.infer<typeof sealedChallenge> = { use: "captcha", purpose, kind, expiresAt, answer };
  return {
    challenge: secrets.seal(JSON.stringify(sealedData)).toString("base64url"),
    salt: salt.toString("base64url"),
    iterations,
    numbers,
    target: target.toString("base64url"),
  };
}

/** Whether `token` solves a task of this purpose and kind that has not expired. */
export function isValidProofOfWork(
  secrets: Secrets,
  token: string,
  { purpose, kind, now }: { purpose: CaptchaPurpose; kind: CaptchaKind; now: Date },
): boolean {
  const [, challenge, answer] = /^([\w-]{1,1000})\.(0|[1-9]\d{0,9})$/.exec(token) ?? [];
  if (challenge === undefined) return false;
  const sealed = Buffer.from(challenge, "base64url");
  // Other encodings of the same bytes would make one solution valid several times.
  if (sealed.toString("base64url") !== challenge) return false;
  let sealedData: z.infer<typeof sealedChallenge>;
  try {
    sealedData = sealedChallenge.parse(JSON.parse(secrets.unseal(sealed)));
  } catch {
    return false;
  }
  const remainingMs = sealedData.expiresAt - now.getTime();
  // More than the TTL remains if the clock was set back since.
  const isCurrent = remainingMs > 0 && remainingMs <= captchaTtlMs;
  return (
    isCurrent && sealedData.purpose === purpose && sealedData.kind === kind && sealedData.answer === Number(answer)
  );
}

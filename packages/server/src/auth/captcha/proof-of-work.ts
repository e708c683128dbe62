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

/** One try takes about 1 ms on a telephone. */
const iterations = 5_000;
/** As many tries at most, half of them on average: about 1 s on a telephone; twice that where the person is told to wait. */
const numbersOf = { silent: 600, visible: 1_200 } as const satisfies Record<CaptchaKind, number>;
const targetBytes = 16;

/** How long a task is good for, from its making to the request that shows its answer. */
export const captchaTtlMs = 5 * 60_000;

/** What a challenge holds, sealed: whoever solves it can neither read nor change it, and no node has to keep it. */
const sealedChallenge = z.object({
  // What else is sealed is no challenge.
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
  const numbers = numbersOf[kind];
  const answer = randomInt(numbers);
  const salt = randomBytes(16);
  const target = await derive(String(answer), salt, iterations, targetBytes, "sha256");
  const expiresAt = now.getTime() + captchaTtlMs;
  const held: z.infer<typeof sealedChallenge> = { use: "captcha", purpose, kind, expiresAt, answer };
  return {
    challenge: secrets.seal(JSON.stringify(held)).toString("base64url"),
    salt: salt.toString("base64url"),
    iterations,
    numbers,
    target: target.toString("base64url"),
  };
}

/** Whether `token` is the solved challenge of such a task, and in time. */
export function isValidProofOfWork(
  secrets: Secrets,
  token: string,
  { purpose, kind, now }: { purpose: CaptchaPurpose; kind: CaptchaKind; now: Date },
): boolean {
  const [, challenge, answer] = /^([\w-]{1,1000})\.(0|[1-9]\d{0,9})$/.exec(token) ?? [];
  if (challenge === undefined) return false;
  const sealed = Buffer.from(challenge, "base64url");
  // Other spellings of the same bytes would make one solution good several times.
  if (sealed.toString("base64url") !== challenge) return false;
  let held: z.infer<typeof sealedChallenge>;
  try {
    held = sealedChallenge.parse(JSON.parse(secrets.unseal(sealed)));
  } catch {
    return false;
  }
  const age = held.expiresAt - now.getTime();
  // One made further ahead than its life was made by a clock that has been set back.
  const isInTime = age > 0 && age <= captchaTtlMs;
  return isInTime && held.purpose === purpose && held.kind === kind && held.answer === Number(answer);
}

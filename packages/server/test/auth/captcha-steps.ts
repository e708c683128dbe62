import { pbkdf2Sync } from "node:crypto";
import type { CaptchaKind, CaptchaPurpose, ProofOfWork } from "@porchlight/contract/auth/captcha/captcha";
import type { TestServer } from "../test-server.ts";

/** Finds the number as a browser does; answers the token. */
export function solveProofOfWork({ challenge, salt, iterations, numbers, target }: ProofOfWork): string {
  for (let number = 0; number < numbers; number++) {
    const made = pbkdf2Sync(String(number), Buffer.from(salt, "base64url"), iterations, 16, "sha256");
    if (made.toString("base64url") === target) return `${challenge}.${number}`;
  }
  throw new Error("There is no such number.");
}

/** A token of the built-in captcha, by way of the API. */
export async function newCaptchaToken(server: TestServer, purpose: CaptchaPurpose, kind: CaptchaKind): Promise<string> {
  const { body } = await server.call("POST", "/_api/porchlight/v1/auth/captcha/tasks", { body: { purpose, kind } });
  return solveProofOfWork(body.proofOfWork);
}

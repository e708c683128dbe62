import type { Secrets } from "../crypto/secrets.ts";

/** An account in the log, there or not: the same for the same e-mail, and worth nothing without this server's secret. */
export function accountHash(secrets: Secrets, emailKey: string): string {
  return attemptsKey(secrets, emailKey).toString("hex").slice(0, 12);
}

/** What attempts to sign in to an account are counted by. */
export function attemptsKey(secrets: Secrets, emailKey: string): Buffer {
  return secrets.mac("rate limit", `attempts to sign in\n${emailKey}`);
}

import type { ServerContext } from "../../../platform/server-context.ts";

/** What the codes of an authenticator app are made from, and the session that has begun to set it up. */
export interface TotpSeed {
  secret: Buffer;
  /** Absent where it was begun before sessions were noted. */
  sessionId?: string | undefined;
}

export function sealSeed(
  { secrets }: Pick<ServerContext, "secrets">,
  { secret, sessionId }: Required<TotpSeed>,
): Buffer {
  return secrets.seal(`${secret.toString("base64")}.${sessionId}`);
}

/** @throws {Error} it was sealed with another key than this server's. */
export function openSeed({ secrets }: Pick<ServerContext, "secrets">, sealed: Buffer): TotpSeed {
  const [secret = "", sessionId] = secrets.unseal(sealed).split(".");
  return { secret: Buffer.from(secret, "base64"), sessionId };
}

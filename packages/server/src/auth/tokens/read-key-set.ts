import type { PublicKey } from "../../platform/identity/key-ring.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** The public keys of everything that this site signs: access tokens, and deliveries of events where there are any. */
export async function readKeySet({ accessTokens, webhookKeys }: ServerContext): Promise<{ keys: PublicKey[] }> {
  const { keys } = await accessTokens.jwks();
  // Access tokens are checked while the database is away, too.
  const others = await webhookKeys.published().catch(() => []);
  return { keys: [...keys, ...others] };
}

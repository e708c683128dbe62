import type { CreateRedirectSessionResponse } from "@porchlight/contract/redirects/redirect-session";
import { hashSecret, newSecret } from "../platform/crypto/secrets.ts";
import { newId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { NewRedirectSession } from "./redirect-sessions-store.ts";

/** Source: security requirements §4. */
export const redirectSessionTtlMs = 10 * 60_000;
/** The one parameter of an address that a redirect session leads to. */
export const redirectSessionParameter = "session";

/** A redirect session that leads to `path` of this server: everything it will need is kept, the address carries one opaque value. */
export function prepareRedirectSession(
  context: ServerContext,
  path: string,
): { session: NewRedirectSession; response: CreateRedirectSessionResponse } {
  const at = context.now();
  const id = newId(at.getTime());
  const token = newSecret();
  const endpoint = `${context.config.publicUrl}${path}`;
  return {
    session: {
      siteId: context.site.id,
      tokenHash: hashSecret(token),
      id,
      at,
      expiresAt: new Date(at.getTime() + redirectSessionTtlMs),
    },
    response: {
      redirectSession: {
        id,
        fullUrl: `${endpoint}?${redirectSessionParameter}=${token}`,
        urlDetails: { endpoint, queryParams: { [redirectSessionParameter]: token } },
        sessionToken: token,
        createdDate: at.toISOString(),
      },
    },
  };
}

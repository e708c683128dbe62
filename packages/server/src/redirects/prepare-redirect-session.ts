import type { CreateRedirectSessionResponse } from "@porchlight/contract/redirects/redirect-session";
import { hashSecret, newSecret } from "../platform/crypto/secrets.ts";
import { newId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { NewRedirectSession } from "./redirect-sessions-store.ts";

/** Source: security requirements §4. */
export const redirectSessionTtlMs = 10 * 60_000;
/** Query parameter that carries the token of a redirect session. */
export const redirectSessionParameter = "session";

/** A redirect session for `path` of this server; the URL carries only an opaque token. */
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

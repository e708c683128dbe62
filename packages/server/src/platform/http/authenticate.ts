import { parse } from "hono/utils/cookie";
import type { ApiKey, Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";
import type { AccessTokens } from "../identity/access-tokens.ts";
import { type ApiKeys, looksLikeApiKey } from "../identity/api-keys.ts";
import type { LiveSessions } from "../identity/live-sessions.ts";
import type { RefreshConfirmations } from "../identity/refresh-confirmations.ts";
import type { StaffCallers } from "../identity/staff-callers.ts";
import type { Site } from "../server-context.ts";
import type { Credentials } from "./serve.ts";

interface AuthenticationContext {
  site: Site;
  accessTokens: AccessTokens;
  apiKeys: ApiKeys;
  liveSessions: LiveSessions;
  refreshConfirmations: RefreshConfirmations;
  /** Absent where staff have no rights. */
  staffCallers?: StaffCallers;
  now(): Date;
}

/**
 * Determines the caller from the Authorization header: an access token, with or without `Bearer`, an API key, or
 * `<access token>,<API key>`. Without a header, the caller is anonymous. An invalid token or key, or a key for another
 * site, is rejected.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 * Source: wire.md, "Request headers"; security requirements §1.5 and §3.9.
 */
export function createAuthenticate(context: AuthenticationContext): (credentials: Credentials) => Promise<Caller> {
  async function findKey(key: string, siteId: string | undefined): Promise<ApiKey> {
    const found = await context.apiKeys.find(key);
    if (!found || (siteId && siteId.toLowerCase() !== context.site.id)) throw new Refusal("UNAUTHENTICATED");
    return found;
  }

  async function findTokenHolder(
    token: string,
    pageCookie: string | undefined,
  ): Promise<Extract<Caller, { kind: "visitor" | "member" | "staff" }>> {
    const claims = await context.accessTokens.verify(token, context.now());
    if (!claims) {
      const staff = await context.staffCallers?.find(token, context.now());
      if (staff) return staff;
      throw new Refusal("UNAUTHENTICATED");
    }
    const { appId, sessionId, subjectId } = claims;
    const { liveSessions } = context;
    if (!(await (claims.role === "member" ? liveSessions.isLive(claims) : liveSessions.isEnabled(appId))))
      throw new Refusal("UNAUTHENTICATED");
    if (pageCookie === undefined || hasToken(pageCookie, token)) await context.refreshConfirmations.confirm(claims);
    if (claims.role === "visitor") return { kind: "visitor", appId, sessionId, visitorId: subjectId };
    return { kind: "member", appId, sessionId, memberId: subjectId };
  }

  return async ({ authorization, siteId, pageCookie }) => {
    const text = authorization?.trim().replace(/^Bearer +/i, "") ?? "";
    if (text === "") return { kind: "anonymous" };
    if (looksLikeApiKey(text)) return { kind: "apiKey", apiKey: await findKey(text, siteId) };
    // Access tokens contain no comma.
    const [token = "", key, ...rest] = text.split(",");
    if (key === undefined) return findTokenHolder(token, pageCookie);
    if (rest.length > 0) throw new Refusal("UNAUTHENTICATED");
    const apiKey = await findKey(key.trim(), siteId);
    const holder = await findTokenHolder(token.trim(), pageCookie);
    // A staff account acts with its own role only.
    if (holder.kind === "staff") throw new Refusal("UNAUTHENTICATED");
    return { ...holder, apiKey };
  };
}

/** Whether a cookie is the token, or contains it between characters that do not occur in tokens. */
const hasToken = (cookies: string, token: string): boolean =>
  Object.values(parse(cookies)).some((value) => value.split(/[^\w.-]/).includes(token));

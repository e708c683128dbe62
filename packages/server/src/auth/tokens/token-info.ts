import type { TokenInfoRequest, TokenInfoResponse, UserInfoResponse } from "@porchlight/contract/auth/tokens/schema";
import * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import { isSessionLive } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { parseRawBody } from "./raw-http-body.ts";

const wrapped = z.object({ token: z.string().min(1).max(5000) });

/**
 * What an access token stands for. Without an API key only the caller's own session is told; any other token, like one that
 * is made up, expired or revoked, is not active.
 *
 * @throws {InvalidArguments} there is no token in the request.
 * Source: RFC 7662; recordings, tokens.
 */
export async function tokenInfo(
  context: ServerContext,
  { caller }: Requester,
  { body }: TokenInfoRequest,
): Promise<TokenInfoResponse> {
  const token = "token" in body ? body.token : readToken(body.body);
  const claims = await context.accessTokens.verify(token, context.now());
  const isOwn = claims && "sessionId" in caller && caller.sessionId === claims.sessionId;
  if (!claims || !(isOwn || hasApiKeyRole(caller, "read"))) return { active: false };
  if (!(await isSessionLive(context.db, context.site.id, claims.sessionId))) return { active: false };
  await context.renewals.confirm(claims);
  return {
    active: true,
    subjectType: claims.role === "member" ? "MEMBER" : "VISITOR",
    subjectId: claims.subjectId,
    exp: String(claims.expiresAt),
    iat: String(claims.issuedAt),
    clientId: claims.appId,
    siteId: context.site.id,
    instanceId: context.site.id,
  };
}

function readToken(base64: string): string {
  const inner = parseRawBody(wrapped, base64);
  if (!inner) throw new InvalidArguments([violation("body", "must hold JSON with a token, in base64", "VALIDATION")]);
  return inner.token;
}

/**
 * Whom the access token of the request speaks for; a key alone speaks for itself.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export function userInfo(caller: Caller): UserInfoResponse {
  switch (caller.kind) {
    case "visitor":
      return { sub: caller.visitorId };
    case "member":
      return { sub: caller.memberId };
    case "apiKey":
      return { sub: caller.apiKey.keyId };
    default:
      throw new Refusal("UNAUTHENTICATED");
  }
}

import type { TokenInfoRequest } from "@porchlight/contract/auth/tokens/schema";
import type { TokenInfoResponse, UserInfoResponse } from "@porchlight/contract/auth/tokens/token-response";
import * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import { findSessionEnd } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { parseRawBody } from "./raw-http-body.ts";

const bodySchema = z.object({ token: z.string().min(1).max(5000) });

/**
 * The claims of an access token. Without an API key, only tokens of the caller's own session; any other token, like an
 * invalid or expired one, is not active.
 *
 * @throws {InvalidArguments} the request has no token.
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
  const end = await findSessionEnd(context.db, context.site.id, claims.sessionId);
  if (!end || end <= context.now() || !(await context.liveSessions.isEnabled(claims.appId))) return { active: false };
  await context.refreshConfirmations.confirm(claims);
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
  const inner = parseRawBody(bodySchema, base64);
  if (!inner) throw new InvalidArguments([violation("body", "must hold JSON with a token, in base64", "VALIDATION")]);
  return inner.token;
}

/**
 * The subject of the request's access token, or the id of its API key.
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

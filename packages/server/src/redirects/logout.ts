import type { LogoutRequest } from "@porchlight/contract/auth/sign-in/logout-schema";
import type { RawHttpResponse } from "@porchlight/contract/auth/tokens/schema";
import { findCallersApp, requireAppId } from "../auth/apps/caller-app.ts";
import type { Requester } from "../platform/context/request-context.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { checkCallback } from "./callbacks.ts";
import { openLogout } from "./open-logout.ts";

/**
 * Signs a member out as the redirect session does, and answers the redirect to follow, as JSON.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} `clientId` is not the app of the token.
 * Source: wire.md, Authentication; security requirements §4.8.
 */
export async function logout(
  context: ServerContext,
  { caller }: Requester,
  { query }: LogoutRequest,
): Promise<RawHttpResponse> {
  const app = await findCallersApp(context, requireAppId(caller), query.clientId, "clientId");
  const target = checkCallback(context, app, "postLogoutRedirectUri", query.postLogoutRedirectUri);
  const { redirectSession } = await openLogout(context, caller, app.id, target);
  return { statusCode: 302, headers: [{ key: "Location", value: redirectSession.fullUrl }], body: "" };
}

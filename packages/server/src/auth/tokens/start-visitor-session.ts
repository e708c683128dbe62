import type { TokenRequestBody, TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { OAuthRefusal } from "../../platform/context/errors.ts";
import { newId } from "../../platform/db/ids.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import { createTokenResponse, openSession } from "./issue-tokens.ts";

type Grant = Extract<TokenRequestBody, { grantType: "anonymous" }>;

/**
 * Issues tokens to an anonymous visitor.
 *
 * @throws {OAuthRefusal} `invalid_client`.
 */
export async function startVisitorSession(context: ServerContext, { clientId }: Grant): Promise<TokenResponse> {
  const app = await findApp(context.db, context.site.id, clientId);
  if (!app) throw new OAuthRefusal("invalid_client");
  const { claims, refreshToken } = await context.db
    .transaction()
    .execute((tx) =>
      openSession(tx, context, { appId: app.id, role: "visitor", subjectId: newId(context.now().getTime()) }),
    );
  return createTokenResponse(context, claims, refreshToken);
}

import type { TokenAnswer, TokenRequestBody } from "@porchlight/contract/auth/token";
import { newId } from "../../platform/db/ids.ts";
import type { Deps } from "../../platform/context/server-context.ts";
import { OAuthRefusal } from "../../platform/context/errors.ts";
import { findApp } from "../apps/apps-store.ts";
import { openSession, tokenAnswer } from "./issue-tokens.ts";

type Grant = Extract<TokenRequestBody, { grantType: "anonymous" }>;

/**
 * Tokens for somebody who has just come: a visitor without a name.
 *
 * @throws {OAuthRefusal} `invalid_client`.
 */
export async function startVisitorSession(deps: Deps, { clientId }: Grant): Promise<TokenAnswer> {
  const app = await findApp(deps.db, deps.site.id, clientId);
  if (!app) throw new OAuthRefusal("invalid_client");
  const { claims, refreshToken } = await deps.db
    .transaction()
    .execute((tx) => openSession(tx, deps, { appId: app.id, role: "visitor", subjectId: newId(deps.now().getTime()) }));
  return tokenAnswer(deps, claims, refreshToken);
}

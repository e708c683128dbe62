import type { ResponseMode } from "@porchlight/contract/redirects/redirect-session";
import type { Selectable } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

export type RedirectSessionRow = Selectable<Tables["redirect_sessions"]>;

export async function insertRedirectSession(
  db: DbOrTx,
  row: {
    siteId: string;
    tokenHash: Buffer;
    id: string;
    appId: string;
    origin: string | null;
    redirectUri: string | null;
    responseMode: ResponseMode;
    state: string;
    codeChallenge: string;
    prompt: "login" | "none";
    sessionTokenHash: Buffer | null;
    at: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto("redirect_sessions")
    .values({
      site_id: row.siteId,
      token_hash: row.tokenHash,
      id: row.id,
      app_id: row.appId,
      origin: row.origin,
      redirect_uri: row.redirectUri,
      response_mode: row.responseMode,
      state: row.state,
      code_challenge: row.codeChallenge,
      prompt: row.prompt,
      session_token_hash: row.sessionTokenHash,
      created_at: row.at,
      expires_at: row.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Uses the redirect session up: it has one outcome. `undefined` when it is unknown, expired or used. */
export async function useRedirectSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<RedirectSessionRow | undefined> {
  return db
    .updateTable("redirect_sessions")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

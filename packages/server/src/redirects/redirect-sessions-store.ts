import type { Prompt, ResponseMode } from "@porchlight/contract/redirects/redirect-session";
import type { Selectable } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

type Row = Selectable<Tables["redirect_sessions"]>;
/** A prepared sign-in. */
export type AuthSessionRow = Row & {
  kind: "auth";
  response_mode: ResponseMode;
  state: string;
  code_challenge: string;
  prompt: Prompt;
};

export async function insertAuthSession(
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
    prompt: Prompt;
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
      kind: "auth",
      app_id: row.appId,
      member_id: null,
      session_id: null,
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

/** The sign-in that `tokenHash` names; `undefined` when it is unknown, expired or used. */
export async function findAuthSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<AuthSessionRow | undefined> {
  return selectAuthSession(db, siteId, tokenHash, at).executeTakeFirst();
}

/** The same, locked until the transaction ends: of several requests at once, the others see what the first one did. */
export async function lockAuthSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<AuthSessionRow | undefined> {
  return selectAuthSession(db, siteId, tokenHash, at).forUpdate().executeTakeFirst();
}

function selectAuthSession(db: DbOrTx, siteId: string, tokenHash: Buffer, at: Date) {
  return (
    db
      .selectFrom("redirect_sessions")
      .selectAll()
      .where("site_id", "=", siteId)
      .where("token_hash", "=", tokenHash)
      .where("kind", "=", "auth")
      .where("used_at", "is", null)
      .where("expires_at", ">", at)
      // What the table demands of this kind.
      .$narrowType<Pick<AuthSessionRow, "kind" | "response_mode" | "state" | "code_challenge" | "prompt">>()
  );
}

/** Uses a redirect session up: it has one outcome. Answers whether it was still unused and alive. */
export async function useRedirectSession(db: DbOrTx, siteId: string, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("redirect_sessions")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

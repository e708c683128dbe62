import type { Prompt, ResponseMode } from "@porchlight/contract/redirects/redirect-session";
import type { Selectable } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables/tables.ts";

type Row = Selectable<Tables["redirect_sessions"]>;
/** A prepared sign-in. */
export type AuthSessionRow = Row & {
  kind: "auth";
  response_mode: ResponseMode;
  state: string;
  code_challenge: string;
  prompt: Prompt;
};

/** What every kind of redirect session has. */
export interface NewRedirectSession {
  siteId: string;
  tokenHash: Buffer;
  id: string;
  at: Date;
  expiresAt: Date;
}

export type RedirectSessionDetails = { app_id: string } & (
  | (Pick<AuthSessionRow, "kind" | "response_mode" | "state" | "code_challenge" | "prompt"> &
      Pick<Row, "origin" | "redirect_uri" | "session_token_hash">)
  | (Pick<Row, "origin" | "member_id" | "session_id"> & { kind: "login" })
  | (Pick<Row, "redirect_uri" | "member_id"> & { kind: "logout" })
);

export async function insertRedirectSession(
  db: DbOrTx,
  { siteId, tokenHash, id, at, expiresAt }: NewRedirectSession,
  details: RedirectSessionDetails,
): Promise<void> {
  await db
    .insertInto("redirect_sessions")
    .values({
      site_id: siteId,
      token_hash: tokenHash,
      id,
      member_id: null,
      session_id: null,
      origin: null,
      redirect_uri: null,
      response_mode: null,
      state: null,
      code_challenge: null,
      prompt: null,
      session_token_hash: null,
      created_at: at,
      expires_at: expiresAt,
      used_at: null,
      ...details,
    })
    .execute();
}

/** `undefined` if the session is unknown, of another kind, expired or used. */
export async function findRedirectSession(
  db: DbOrTx,
  siteId: string,
  kind: Row["kind"],
  tokenHash: Buffer,
  at: Date,
): Promise<Row | undefined> {
  return selectSession(db, siteId, kind, tokenHash, at).executeTakeFirst();
}

export async function findAuthSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<AuthSessionRow | undefined> {
  return selectAuthSession(db, siteId, tokenHash, at).executeTakeFirst();
}

/** Locks the row until the transaction ends, so that of concurrent requests only one uses it. */
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
    selectSession(db, siteId, "auth", tokenHash, at)
      // Guaranteed by a check constraint of the table.
      .$narrowType<Pick<AuthSessionRow, "kind" | "response_mode" | "state" | "code_challenge" | "prompt">>()
  );
}

function selectSession(db: DbOrTx, siteId: string, kind: Row["kind"], tokenHash: Buffer, at: Date) {
  return db
    .selectFrom("redirect_sessions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", at);
}

/** Marks the session as used. Returns false if it was used or expired. */
export async function consumeRedirectSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<boolean> {
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

/** The app of a redirect session, including one that is used or expired and not cleaned up yet. */
export async function findAppOfRedirectSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("redirect_sessions")
    .select("app_id")
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.app_id;
}

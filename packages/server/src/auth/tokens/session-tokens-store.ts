import { sql } from "kysely";
import { type MemberRow, memberColumns } from "../../members/members-store.ts";
import type { NewAuditRow } from "../../platform/audit/audit-store.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import type { EnrolledType } from "../../platform/db/tables/tables.ts";

export interface NewSessionToken {
  siteId: string;
  tokenHash: Buffer;
  appId: string;
  memberId: string;
  /** The member's expected password hash; `null` for a member without one. */
  passwordHash: string | null;
  /**
   * Whether a second factor is required: always, never, or for members who enrolled in one. A factor not in `offered`
   * counts if a code by email can replace it, so that a change of settings does not disable a member's MFA.
   */
  secondFactor: "always" | "never" | "own";
  offered: readonly EnrolledType[];
  at: Date;
  expiresAt: Date;
  audit: NewAuditRow;
}

/**
 * Signs a member in: inserts the token and records the time. Returns the member; `undefined` if they are not ACTIVE,
 * have another password, or require a second factor. One statement, so that it is atomic.
 */
export async function insertSessionToken(
  db: DbOrTx,
  { audit, ...token }: NewSessionToken,
): Promise<MemberRow | undefined> {
  const [member] = await signIn(db, { ...token, ...audit });
  return member;
}

const signIn = preparedStatement(
  (bind: Bind<Omit<NewSessionToken, "audit"> & NewAuditRow>) => sql<MemberRow>`
    with signed_in as (
      update members set last_login_at = ${bind("at")}
      where site_id = ${bind("siteId")} and id = ${bind("memberId")} and status = 'ACTIVE'
        and password_hash is not distinct from ${bind("passwordHash")}
        and case ${bind("secondFactor")}::text when 'never' then true when 'own' then not exists (
          select from factors
          where factors.site_id = members.site_id and factors.member_id = members.id
            and factors.status <> 'REQUIRE_ACTIVATION'
            and (members.email_verified or factors.type = any(${bind("offered")}::text[]))
        ) else false end
      returning *
    ), added as (
      insert into session_tokens (site_id, token_hash, app_id, member_id, expires_at)
      select site_id, ${bind("tokenHash")}, ${bind("appId")}, id, ${bind("expiresAt")} from signed_in
    ), written as (
      insert into audit_events (site_id, id, event, created_at, actor, key_id, member_id, app_id, browser, device, request_id)
      select
        site_id, ${bind("id")}, ${bind("event")}, ${bind("at")}, ${bind("actor")}, ${bind("key_id")}, id, ${bind("appId")},
        ${bind("browser")}, ${bind("device")}, ${bind("request_id")}
      from signed_in
    )
    select ${memberColumns} from signed_in`,
);

/** Revokes the member's unused session tokens. */
export async function consumeMemberSessionTokens(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable("session_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
}

/** Marks the token as used and returns its member; `undefined` if it is unknown, expired, used, or of another app. */
export async function consumeSessionToken(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  appId: string,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable("session_tokens")
    .set({ used_at: at })
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("app_id", "=", appId)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("member_id")
    .executeTakeFirst();
  return row?.member_id;
}

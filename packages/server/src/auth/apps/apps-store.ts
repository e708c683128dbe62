import type { Selectable, Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** An OAuth client of the site. */
export type AppRow = Selectable<Tables["apps"]>;

export async function insertApp(
  db: DbOrTx,
  app: {
    siteId: string;
    id: string;
    name: string;
    redirectUris: string[];
    origins: string[];
    refreshTokens: "stable" | "rotate";
    at: Date;
  },
): Promise<AppRow> {
  return db
    .insertInto("apps")
    .values({
      site_id: app.siteId,
      id: app.id,
      name: app.name,
      redirect_uris: app.redirectUris,
      origins: app.origins,
      refresh_tokens: app.refreshTokens,
      created_at: app.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts the app or updates the one with this id. */
export async function upsertApp(db: DbOrTx, app: Parameters<typeof insertApp>[1]): Promise<void> {
  const values = {
    name: app.name,
    redirect_uris: app.redirectUris,
    origins: app.origins,
    refresh_tokens: app.refreshTokens,
  };
  await db
    .insertInto("apps")
    .values({ site_id: app.siteId, id: app.id, ...values, created_at: app.at })
    .onConflict((conflict) => conflict.columns(["site_id", "id"]).doUpdateSet(values))
    .execute();
}

/** An app that is not disabled. */
export async function findApp(db: DbOrTx, siteId: string, id: string): Promise<AppRow | undefined> {
  return db
    .selectFrom("apps")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

/** Also disabled ones, oldest first. */
export async function findApps(db: DbOrTx, siteId: string): Promise<AppRow[]> {
  return db.selectFrom("apps").selectAll().where("site_id", "=", siteId).orderBy("created_at").orderBy("id").execute();
}

/** @returns Whether the app exists. */
export async function updateApp(
  db: DbOrTx,
  siteId: string,
  id: string,
  values: Pick<AppRow, "name" | "redirect_uris" | "origins" | "refresh_tokens">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("apps")
    .set(values)
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Also of a disabled app, locked until the end of the transaction. */
export async function lockApp(tx: Transaction<Tables>, siteId: string, id: string): Promise<AppRow | undefined> {
  return tx
    .selectFrom("apps")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateDisabledAt(db: DbOrTx, siteId: string, id: string, at: Date | null): Promise<void> {
  await db.updateTable("apps").set({ disabled_at: at }).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Also deletes its webhooks. @returns Whether it existed. */
export async function deleteApp(db: DbOrTx, siteId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("apps")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

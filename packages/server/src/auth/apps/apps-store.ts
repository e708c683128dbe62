import type { Selectable } from "kysely";
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

export async function findApp(db: DbOrTx, siteId: string, id: string): Promise<AppRow | undefined> {
  return db.selectFrom("apps").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

/** Oldest first. */
export async function findApps(db: DbOrTx, siteId: string): Promise<AppRow[]> {
  return db.selectFrom("apps").selectAll().where("site_id", "=", siteId).orderBy("created_at").orderBy("id").execute();
}

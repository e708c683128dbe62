import type { EventType } from "@porchlight/contract/webhooks/event";
import type { Selectable } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import type { EventTables } from "../platform/db/tables/event-tables.ts";

export type SubscriptionRow = Selectable<EventTables["webhook_subscriptions"]>;

export async function insertSubscription(
  db: DbOrTx,
  row: { siteId: string; id: string; appId: string; url: string; eventTypes: EventType[]; at: Date },
): Promise<void> {
  await db
    .insertInto("webhook_subscriptions")
    .values({
      site_id: row.siteId,
      id: row.id,
      app_id: row.appId,
      url: row.url,
      event_types: row.eventTypes,
      created_at: row.at,
      paused_at: null,
      failing_since: null,
      told_at: null,
    })
    .execute();
}

export async function appExists(db: DbOrTx, siteId: string, appId: string): Promise<boolean> {
  const row = await db
    .selectFrom("apps")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", appId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSubscription(db: DbOrTx, siteId: string, id: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("webhook_subscriptions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A subscription with the number of waiting and dead-lettered deliveries. */
export interface SubscriptionWithCounts extends SubscriptionRow {
  waiting: number;
  parked: number;
}

/** Oldest first. */
export async function findSubscriptions(db: DbOrTx, siteId: string): Promise<SubscriptionWithCounts[]> {
  return db
    .selectFrom("webhook_subscriptions as s")
    .selectAll("s")
    .select((eb) =>
      (["WAITING", "PARKED"] as const).map((status) =>
        eb
          .selectFrom("webhook_deliveries as d")
          .select(eb.cast<number>(eb.fn.countAll(), "integer").as("count"))
          .whereRef("d.site_id", "=", "s.site_id")
          .whereRef("d.subscription_id", "=", "s.id")
          .where("d.status", "=", status)
          .$asScalar()
          .as(status === "WAITING" ? "waiting" : "parked"),
      ),
    )
    .where("s.site_id", "=", siteId)
    .orderBy("s.created_at")
    .orderBy("s.id")
    .execute();
}

/** Also deletes its deliveries. @returns Whether it existed. */
export async function deleteSubscription(db: DbOrTx, siteId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("webhook_subscriptions")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @returns Whether it exists. */
export async function updatePausedAt(db: DbOrTx, siteId: string, id: string, pausedAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_subscriptions")
    .set({ paused_at: pausedAt })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { collectionVersion } from "../collections/collections-store.ts";

/** A change of a transaction to one or more items. */
export interface CollectionChange {
  collectionId: string;
  /** The owner of the items. */
  ownerId: string;
  /** Whether the items are or were published. */
  published: boolean;
  /** The field of changed references; empty for the items themselves. */
  field: string;
}

export interface Changes {
  /** The PostgreSQL snapshot up to which changes were read. */
  position: string;
  /** The versions of the existing collections, by id. */
  versions: Readonly<Record<string, string>>;
  changes: readonly CollectionChange[];
}

/** Reads the changes of collections after a position; without one, only the current position and versions. */
export async function findChanges(
  db: DbOrTx,
  siteId: string,
  collectionIds: readonly string[],
  after: string | undefined,
): Promise<Changes> {
  const ids = sql`any(${[...collectionIds]}::text[])`;
  const { rows } = await sql<Changes>`
    select pg_current_snapshot()::text as position,
      (select coalesce(jsonb_object_agg(c.id, ${collectionVersion}), '{}') from data_collections c
        where c.site_id = ${siteId} and c.id = ${ids} and c.deleted_at is null) as versions,
      (select coalesce(jsonb_agg(distinct jsonb_build_object(
          'collectionId', h.collection_id, 'ownerId', h.owner_id, 'published', h.published, 'field', h.field)), '[]')
        from data_changes h where h.site_id = ${siteId} and h.collection_id = ${ids} and ${isAfter(after)}) as changes
    `.execute(db);
  return rows[0]!;
}

/**
 * Whether the change `h` became visible after the snapshot. Unlike a maximum id, this finds transactions that start
 * early and commit late.
 */
const isAfter = (position: string | undefined): RawBuilder<boolean> =>
  position === undefined
    ? sql`false`
    : sql`h.transaction >= pg_snapshot_xmin(${position}::pg_snapshot)
        and not pg_visible_in_snapshot(h.transaction, ${position}::pg_snapshot)`;

import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { type Connection, type Db, recordExternalWrite } from "./database.ts";

/** LSNs of different callers that a node remembers. A forgotten one only renews caches once more. */
const maxObservedLsns = 1_000;

const observed = new WeakMap<Db, LRUCache<string, true>>();

/** Parses a log sequence number (LSN), like `16/B374D848`. */
export function parseLsn(text: string | null | undefined): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? "") ?? [];
  return high === undefined ? undefined : withoutPageHeader((BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`));
}

/**
 * The end of a record at the end of a page is reported before or after the header of the next page, which is longer in
 * the first page of a segment. Source: PostgreSQL, `xlog_internal.h`, with the default sizes of pages and segments.
 */
function withoutPageHeader(lsn: bigint): bigint {
  const headerSize = lsn % segmentSize <= 40n ? 40n : 24n;
  const offset = lsn % pageSize;
  return offset <= headerSize ? lsn - offset : lsn;
}

const pageSize = 8_192n;
const segmentSize = 16_777_216n;

/** Lets callers read on every node and replica what they have written. */
export interface Consistency {
  /** Renews caches that may lack the changes up to the LSN of a request. Call it before the read. */
  observe(lsn: string | undefined): void;
  /** The LSN for the response to a write. */
  current(): Promise<string>;
}

/** Returns `undefined` for the embedded database, which has one server and one node. */
export function createConsistency(db: Db, connection: Connection): Consistency | undefined {
  if (!("connectionString" in connection)) return undefined;
  let isReadable = (connection.replicaConnectionStrings?.length ?? 0) > 0;
  return {
    observe: (lsn) => observeLsn(db, lsn),
    async current() {
      if (isReadable) {
        try {
          return await readCurrentLsn(db);
        } catch (error) {
          // The write has been committed in any case.
          if (isUnsupported(error)) isReadable = false;
        }
      }
      const lsn = createMarker();
      observedLsns(db).set(lsn, true);
      return lsn;
    },
  };
}

/** A unique LSN that no replica reaches: other nodes renew their caches, and reads use the primary. */
const createMarker = () =>
  `FFFFFFFF/${randomInt(2 ** 32)
    .toString(16)
    .toUpperCase()}`;

/** Whether the database lacks a function or denies it. Source: PostgreSQL, "Error Codes", classes 0A and 42. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:0A|42)/.test(error.code ?? "");

/**
 * The LSN after everything that has been committed. A response to a write contains it, so that its caller reads
 * the changes on every node. Source: wire.md, "Request headers", `X-Wix-Consistent`.
 */
export async function readCurrentLsn(db: Db): Promise<string> {
  const query = sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`;
  return (await query.execute(db)).rows[0]!.lsn;
}

/** Renews caches of the database that may lack the changes up to an LSN. Call it before the read. */
export function observeLsn(db: Db, lsn: string | undefined): void {
  if (lsn === undefined || parseLsn(lsn) === undefined) return;
  const lsns = observedLsns(db);
  if (lsns.has(lsn)) return;
  lsns.set(lsn, true);
  recordExternalWrite(db);
}

function observedLsns(db: Db): LRUCache<string, true> {
  const lsns = observed.get(db) ?? new LRUCache<string, true>({ max: maxObservedLsns });
  observed.set(db, lsns);
  return lsns;
}

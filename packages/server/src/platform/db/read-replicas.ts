import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { InvalidArguments, Refusal } from "../context/errors.ts";
import type { ReplicaReads } from "../context/request-context.ts";
import { observeLsn, parseLsn } from "./consistency.ts";
import { type Db, isStatementTimeout, lsnPoolOf, terminateConnections } from "./database.ts";

const checkIntervalMs = 500;
/** As long as values are cached elsewhere. */
const maxLagMs = 1_000;
const checkTimeoutMs = 1_500;

/** A replica, and the services that read it instead of the primary. */
export interface Replica<Context> {
  /** For the log. */
  name: string;
  db: Db;
  /** Replace those of a context. */
  services(context: Context): object;
}

/** Sends reads to replicas of the database. */
export interface ReadReplicas {
  /**
   * Runs a read on a replica that shows everything up to the LSN of the request; on the primary if there is none
   * or the replica fails.
   */
  read<Context extends object, Result>(
    context: Context,
    reads: ReplicaReads,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result>;
  /** How many replicas serve reads, and how many lag or do not respond. */
  count(): Record<"usable" | "unavailable", number>;
  close(): void;
}

/** The log sequence number (LSN) of the primary at a time. */
export interface PrimaryLsn {
  at: number;
  lsn: bigint;
}

/** Whether a replica at this LSN has everything that the primary had a second ago. @param history Oldest first. */
export function isUpToDate(lsn: bigint, history: readonly PrimaryLsn[], now: number): boolean {
  const required = history.findLast(({ at }) => at <= now - maxLagMs) ?? history[0];
  return required === undefined || lsn >= required.lsn;
}

/** Checks the replicas twice a second. One that lags or does not respond is excluded until it has caught up. */
export function createReadReplicas(primary: Db, replicas: readonly Replica<never>[], log: Logger): ReadReplicas {
  const history: PrimaryLsn[] = [];
  const usable = new Map<Replica<never>, bigint>();
  const unavailable = new Set<Replica<never>>();
  const contexts = new WeakMap<Replica<never>, WeakMap<object, object>>();
  let turn = 0;

  async function checkPrimary(): Promise<void> {
    const at = performance.now();
    const lsn = await readLsn(primary, "pg_current_wal_insert_lsn()");
    history.push({ at, lsn });
    while (history[1] && history[1].at <= at - maxLagMs) history.shift();
  }

  async function checkReplica(replica: Replica<never>): Promise<void> {
    const lsn = await readLsn(replica.db, "pg_last_wal_replay_lsn()").catch((error: Error) => error.message);
    const reason = typeof lsn === "string" ? lsn : "It lags behind the primary.";
    const wasUnavailable = unavailable.has(replica);
    if (typeof lsn === "bigint" && isUpToDate(lsn, history, performance.now())) {
      usable.set(replica, lsn);
      if (unavailable.delete(replica)) log.info({ event: "replica-recovered", replica: replica.name }, "replica");
      return;
    }
    usable.delete(replica);
    unavailable.add(replica);
    // Reads that wait for a replica that does not respond continue on the primary.
    if (typeof lsn === "string") terminateConnections(replica.db);
    if (!wasUnavailable) log.warn({ event: "replica-unavailable", replica: replica.name, reason }, "replica");
  }

  /** While the primary is unavailable, replicas are compared with its last LSN. */
  const check = async () => {
    await checkPrimary().catch(() => undefined);
    await Promise.all(replicas.map(checkReplica));
  };
  let checking: Promise<void> | undefined;
  const checkOnce = () => (checking ??= check().finally(() => (checking = undefined)));
  const timer = setInterval(() => void checkOnce(), checkIntervalMs);
  timer.unref();
  void checkOnce();

  function choose({ after }: ReplicaReads): Replica<never> | undefined {
    const required = parseLsn(after) ?? 0n;
    const candidates = [...usable].filter(([, lsn]) => lsn >= required);
    turn += 1;
    return candidates[turn % Math.max(1, candidates.length)]?.[0];
  }

  function contextOf<Context extends object>(replica: Replica<never>, context: Context): Context {
    const own = contexts.get(replica) ?? new WeakMap<object, object>();
    contexts.set(replica, own);
    const replaced = own.get(context) ?? { ...context, ...replica.services(context as never) };
    own.set(context, replaced);
    return replaced as Context;
  }

  return {
    async read(context, reads, work) {
      const replica = choose(reads);
      if (!replica) return work(context);
      observeLsn(replica.db, reads.after);
      try {
        return await work(contextOf(replica, context));
      } catch (error) {
        if (error instanceof Refusal || error instanceof InvalidArguments || isStatementTimeout(error)) throw error;
        // It has failed, or has canceled the statement because of a conflict with the primary.
        return work(context);
      }
    },
    count: () => ({ usable: usable.size, unavailable: replicas.length - usable.size }),
    close: () => clearInterval(timer),
  };
}

/** @throws {Error} if the server does not respond in time, or is no replica although it should be one. */
async function readLsn(db: Db, call: string): Promise<bigint> {
  const query = lsnPoolOf(db).query<{ lsn: string | null }>(`select ${call}::text as lsn`);
  // The connection of a late response is closed by its own timeout.
  query.catch(() => undefined);
  const late = sleep(checkTimeoutMs, undefined, { ref: false });
  const lsn = parseLsn((await Promise.race([query, late]))?.rows[0]?.lsn ?? undefined);
  if (lsn === undefined) throw new Error("The server did not report an LSN.");
  return lsn;
}

/** Runs a read for a request on a replica, if the installation has any and the request allows it. */
export function readFromReplica<Context extends { replicas?: ReadReplicas | undefined }, Result>(
  context: Context,
  { replicaReads }: { replicaReads?: ReplicaReads | undefined },
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  if (!context.replicas || !replicaReads) return work(context);
  return context.replicas.read(context, replicaReads, work);
}

import type { Logger } from "pino";
import { createPageRevision } from "../blog/page-revision/page-revision.ts";
import { createReadCache } from "../blog/read-cache.ts";
import { type Connection, type Db, openReplica } from "../platform/db/database.ts";
import { hostOf } from "../platform/db/hosts.ts";
import { createReadReplicas, type ReadReplicas, type Replica } from "../platform/db/read-replicas.ts";
import type { AppContext } from "./app-context.ts";

/** Opens the replicas of the database; `undefined` if there are none. @param starting Closes what was opened. */
export function openReplicas(
  primary: Db,
  connection: Connection,
  log: Logger,
  starting: AsyncDisposableStack,
): ReadReplicas | undefined {
  const urls = "connectionString" in connection ? (connection.replicaConnectionStrings ?? []) : [];
  if (urls.length === 0) return undefined;
  const replicas = urls.map((connectionString): Replica<AppContext> => {
    const db = openReplica(connectionString);
    starting.defer(() => db.destroy());
    const { host, port } = hostOf(connectionString);
    return { name: `${host}:${port}`, db, services: (context) => servicesOf(context, db) };
  });
  const opened = createReadReplicas(primary, replicas, log);
  starting.defer(() => opened.close());
  return opened;
}

/** What reads of visitors use on a replica. The caches show its state, which is older than the primary's. */
function servicesOf(context: AppContext, db: Db): Partial<AppContext> {
  const pageRevision = createPageRevision({ ...context, db });
  const { hooks } = context;
  // Hooks may write.
  const itemsFor: typeof hooks.itemsFor = (_replica, caller, signal) => hooks.itemsFor(context, caller, signal);
  return {
    db,
    primaryDb: context.db,
    pageRevision,
    readCache: createReadCache(pageRevision),
    hooks: { ...hooks, itemsFor },
  };
}

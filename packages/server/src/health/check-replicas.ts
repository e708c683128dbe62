import { openReplica } from "../platform/db/database.ts";
import { readReplicaHealth } from "../platform/db/health.ts";
import { hostOf } from "../platform/db/hosts.ts";
import { type Finding, ok, problem, warning } from "./check-services.ts";

/** Seconds. Servers exclude a replica that lags longer. */
const maxLagSeconds = 1;

/** Checks each streaming replica of `DATABASE_REPLICA_URL`. */
export const checkReplicas = (urls: readonly string[]): Promise<Finding[]> => Promise.all(urls.map(checkReplica));

async function checkReplica(url: string): Promise<Finding> {
  const check = "replica";
  const { host, port } = hostOf(url);
  const name = `${host}:${port}`;
  const db = openReplica(url);
  try {
    const { isReplica, isConnected, lagSeconds } = await readReplicaHealth(db);
    if (!isReplica)
      return problem(check, `${name} accepts writes, so it is not a replica. Correct DATABASE_REPLICA_URL.`);
    if (!isConnected) return warning(check, `${name} is not connected to the primary and is excluded. Check its log.`);
    if (lagSeconds > maxLagSeconds)
      return warning(
        check,
        `${name} lags ${lagSeconds.toFixed(0)} s behind the primary and is excluded. Check its load and its log.`,
      );
    return ok(check, `${name} is up to date`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return warning(check, `${name} is excluded: ${reason}. Start it, or correct DATABASE_REPLICA_URL.`);
  } finally {
    await db.destroy();
  }
}

import { randomBytes } from "node:crypto";
import { openOperator } from "@porchlight/server/operations";
import pg from "pg";
import { pino } from "pino";
import { type ClusterNode, startCluster } from "../tests/cluster/topology/cluster.ts";
import { requestToken } from "./product.ts";
import { type Benchmark, percent } from "./report.ts";
import { workloadOperations } from "./workload/operations.ts";
import { prepareWorkload } from "./workload/prepare.ts";
import { findSaturation, goodputOf, latencyLimitMs } from "./workload/saturation.ts";

/**
 * The saturating rate of three nodes behind HAProxy that share one PostgreSQL, then of one of them, without pages.
 * Needs the packages of `npm run cluster`.
 */
export const benchNodes: Benchmark = async (say) => {
  say("starting PostgreSQL, three nodes, and HAProxy");
  const secretKey = randomBytes(32);
  await using stack = new AsyncDisposableStack();
  const cluster = await startCluster({
    env: () => ({ SECRET_KEY: secretKey.toString("base64"), RATE_LIMITS: "off" }),
  });
  stack.defer(() => cluster.stop());
  const connection = { connectionString: cluster.primary.url };
  const { context, close } = await openOperator({
    connection,
    secretKey,
    publicUrl: cluster.url,
    mailFrom: "bench@localhost",
    mediaDir: `${cluster.folder}/media`,
    backupDir: `${cluster.folder}/backups`,
    production: false,
    logger: pino({ level: "silent" }),
  });
  stack.defer(close);
  const sql = new pg.Client(connection);
  await sql.connect();
  stack.defer(() => sql.end());
  say("making posts, items, and members");
  const { clientId, url: productUrl } = cluster;
  const { access_token: visitorToken } = await requestToken(productUrl, { grantType: "anonymous", clientId });
  const content = await prepareWorkload({ sql, context, productUrl, clientId, visitorToken });
  const target = { urls: [productUrl], operations: workloadOperations(content, false) };
  const saturate = async (nodes: readonly ClusterNode[]) => {
    say(`nodes: ${nodes.length}`);
    return goodputOf((await findSaturation(target, say)).served);
  };
  const [a, b, c] = cluster.nodes;
  const three = await saturate([a, b, c]);
  for (const { process } of [b, c]) await process.end("SIGTERM");
  const one = await saturate([a]);
  return {
    title: `Nodes: requests/s within ${latencyLimitMs} ms (p99), all processes on one machine`,
    rows: [
      {
        what: "three nodes, compared with one",
        product: `${Math.round(three)}/s`,
        reference: `${Math.round(one)}/s`,
        relation: percent(three / one),
      },
    ],
  };
};

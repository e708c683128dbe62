import { newAddress } from "../product.ts";
import type { Cluster } from "./topology/cluster.ts";

/** Requests to a cluster that are sent until they are stopped. */
export interface Load {
  readonly counts: { reads: number; writes: number };
  /** Requests without the status 200. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/** Reads and inserts items of an existing collection through the load balancer, four requests at a time. */
export function startLoad(cluster: Cluster, collectionId: string): Load {
  const stopping = new AbortController();
  const counts = { reads: 0, writes: 0 };
  const failures: string[] = [];
  const send = async (kind: keyof typeof counts, path: string, body: object) => {
    const response = await fetch(`${cluster.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: cluster.key, ...newAddress() },
      body: JSON.stringify({ dataCollectionId: collectionId, ...body }),
    }).catch((error: Error) => ({ status: 0, text: async () => String(error.cause ?? error) }));
    const text = await response.text();
    counts[kind] += 1;
    if (response.status !== 200) failures.push(`${kind} ${response.status} ${text.slice(0, 200)}`);
  };
  const read = () => send("reads", "/wix-data/v2/items/query", { query: {} });
  const write = () => send("writes", "/wix-data/v2/items", { dataItem: { data: {} } });
  const callers = [read, read, write, write].map(async (call) => {
    while (!stopping.signal.aborted) await call();
  });
  return {
    counts,
    failures,
    async stop() {
      stopping.abort();
      await Promise.all(callers);
    },
  };
}

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../topology/cluster.ts";
import { listenAddresses } from "../topology/postgres.ts";
import { fillDisk, slowDisk } from "./disks.ts";
import { dropPackets } from "./firewall.ts";

/** Something that breaks while callers write and read. */
export interface Fault {
  name: string;
  /** How the fault is injected. */
  method: string;
  /** Whether recovery is measured from the start of the fault, because the cluster tolerates it. */
  isTolerated: boolean;
  /** Breaks something, and repairs it after a while. Calls `repaired` when that is done. */
  run(cluster: Cluster, repaired: () => void): Promise<void>;
}

/** Seconds that most faults last. */
const duration = 10;
const [, ownAddress] = listenAddresses;
/** The node that connects to the primary by an address of its own. */
export const separateNode = "B";
const fakeTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

const during = (begin: (cluster: Cluster) => () => void, seconds = duration): Fault["run"] => {
  return async (cluster, repaired) => {
    const end = begin(cluster);
    try {
      await sleep(seconds * 1_000);
    } finally {
      end();
    }
    repaired();
  };
};

/** Node B runs with another clock, and callers reach all nodes in turn. */
const withClock = (offset: string): Fault => ({
  name: `Clock of a node ${offset.startsWith("+") ? "an hour ahead" : "an hour behind"}`,
  method: `libfaketime, \`FAKETIME=${offset}\``,
  isTolerated: true,
  async run({ nodes }, repaired) {
    const node = nodes[1];
    await node.process.end("SIGTERM");
    await node.start({ LD_PRELOAD: fakeTime, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: "1" });
    const { headers } = await fetch(`${node.url}/healthz`);
    const aheadMs = Date.parse(headers.get("date") ?? "") - Date.now();
    if (Math.abs(aheadMs) < 3_000_000) throw new Error("The clock of the node is that of the machine.");
    await sleep(duration * 1_000);
    await node.process.end("SIGTERM");
    await node.start();
    repaired();
  },
});

/** Faults of three nodes, a primary and two replicas, one of which confirms each commit. */
export const replicatedFaults: readonly Fault[] = [
  {
    name: "Node killed",
    method: "`kill -9`, started again after 10 s",
    isTolerated: true,
    async run({ nodes: [, , node] }, repaired) {
      await node.process.end("SIGKILL");
      await sleep(duration * 1_000);
      await node.start();
      repaired();
    },
  },
  {
    name: "Node stopped",
    method: "`SIGSTOP` for 10 s",
    isTolerated: true,
    run: during(({ nodes: [, , { process }] }) => {
      process.signal("SIGSTOP");
      return () => process.signal("SIGCONT");
    }),
  },
  {
    name: "Replica killed",
    method: "`kill -9`, started again after 10 s",
    isTolerated: true,
    async run({ replicas: [, replica] }, repaired) {
      await replica!.process.end("SIGKILL");
      await sleep(duration * 1_000);
      await replica!.start();
      repaired();
    },
  },
  {
    name: "Node separated from the load balancer",
    method: "nftables in a network namespace drop all packets of its port for 10 s",
    isTolerated: true,
    run: during(({ nodes: [, , { port }] }) => dropPackets([{ port }])),
  },
  {
    name: "Node separated from the primary",
    method: "nftables drop all packets between them for 10 s",
    isTolerated: true,
    run: during(({ primary: { port } }) => dropPackets([{ port, address: ownAddress }])),
  },
  {
    name: "Primary separated from nodes and replicas",
    method: "nftables drop all packets of its port for 10 s; no replica is promoted",
    isTolerated: false,
    run: during(({ primary: { port } }) => dropPackets([{ port }])),
  },
  {
    name: "Packet loss of 10 %",
    method: "nftables drop packets from and to the primary, the replicas, and the nodes at random for 20 s",
    isTolerated: false,
    run: during(
      ({ primary, replicas, nodes }) =>
        dropPackets(
          [primary, ...replicas, ...nodes].map(({ port }) => ({ port })),
          10,
        ),
      2 * duration,
    ),
  },
  {
    name: "Slow disk",
    method: "a control group limits the primary to 20 writes per second for 20 s",
    isTolerated: false,
    run: during(({ primary: { process }, folder }) => slowDisk(folder, process.pid, 20), 2 * duration),
  },
  withClock("+1h"),
  withClock("-1h"),
  {
    name: "Primary stopped",
    method: "`SIGSTOP` for 10 s; no replica is promoted",
    isTolerated: false,
    run: during(({ primary }) => {
      // The processes of connections have to stop, too.
      primary.signalAll("SIGSTOP");
      return () => primary.signalAll("SIGCONT");
    }),
  },
  {
    name: "Primary killed and restarted",
    method: "`kill -9`, started again after 5 s",
    isTolerated: false,
    async run({ primary }, repaired) {
      primary.signalAll("SIGKILL");
      await primary.process.end("SIGKILL");
      await sleep(5_000);
      await primary.start();
      repaired();
    },
  },
  {
    name: "Primary killed, replica promoted",
    method: "`kill -9`; a second later, `pg_ctl promote` of the replica that has received more",
    isTolerated: false,
    async run({ primary, replicas }, repaired) {
      primary.signalAll("SIGKILL");
      await sleep(1_000);
      // Either of them may have confirmed the last commits.
      const received = await Promise.all(
        replicas.map(async (replica) => {
          const [row] = await replica.query<{ bytes: string }>("select pg_last_wal_receive_lsn() - '0/0' as bytes");
          return Number(row!.bytes);
        }),
      );
      replicas[received.indexOf(Math.max(...received))]!.promote();
      repaired();
    },
  },
];

/** Faults of three nodes behind PgBouncer, with the data of the primary on a small disk. */
export const pooledFaults: readonly Fault[] = [
  {
    name: "Pooler killed",
    method: "PgBouncer: `kill -9`, started again after 5 s",
    isTolerated: false,
    async run({ pooler }, repaired) {
      await pooler!.process.end("SIGKILL");
      await sleep(5_000);
      pooler!.start();
      repaired();
    },
  },
  {
    name: "Disk of the primary full",
    method: "the `tmpfs` of its data folder is reduced to what is used for 10 s",
    isTolerated: false,
    run: async (cluster, repaired) => {
      const end = fillDisk(join(cluster.folder, "primary"));
      await sleep(duration * 1_000);
      end();
      // PostgreSQL stops if it cannot write its log.
      const hasEnded = async () => (await cluster.primary.query("select 1").catch(() => undefined)) === undefined;
      if (await hasEnded()) {
        await cluster.primary.process.end("SIGKILL");
        await cluster.primary.start();
      }
      repaired();
    },
  },
];

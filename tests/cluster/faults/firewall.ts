import { execFileSync } from "node:child_process";

/** Whether this process may change the firewall: `npm run cluster` gives it a network namespace of its own, as root. */
export const hasFirewall = process.env.CLUSTER_NAMESPACE === "own";

const table = ["inet", "faults"] as const;

function nft(...args: string[]): void {
  execFileSync("nft", args, { stdio: ["ignore", "ignore", "pipe"] });
}

/** Connections that a rule affects: those to a TCP port, at one address or at all of them. */
export interface Link {
  port: number;
  address?: string;
}

/** Drops packets of these connections in both directions, all of them or at random. @returns What ends it. */
export function dropPackets(links: readonly Link[], percent = 100): () => void {
  nft("add", "table", ...table);
  nft("add", "chain", ...table, "input", "{ type filter hook input priority 0 ; }");
  for (const { port, address } of links)
    for (const [end, host] of [
      ["dport", "daddr"],
      ["sport", "saddr"],
    ]) {
      const filter = address === undefined ? "" : `ip ${host} ${address} `;
      const chance = percent === 100 ? "" : `numgen random mod 100 < ${percent} `;
      nft("add", "rule", ...table, "input", `${filter}tcp ${end} ${port} ${chance}drop`);
    }
  return () => nft("delete", "table", ...table);
}

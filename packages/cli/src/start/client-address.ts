import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { TrustedProxies } from "../runtime/environment.ts";

/** Determines the client's IP address from the socket's address and the `X-Forwarded-For` header. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Returns the socket's address, or, behind a trusted proxy, the right-most hop that is not trusted. What an untrusted
 * client writes into the header has no effect. Source: security requirements §5.2.
 */
export function createClientAddress(trusted: TrustedProxies): ClientAddress {
  const networks = "networks" in trusted ? trusted.networks.map(parseNetwork) : [];
  const isTrusted = (hop: Address) => ipaddr.subnetMatch(hop, { networks }, "none") === "networks";
  return (socketAddress = "", forwardedFor = "") => {
    const chain = [...forwardedFor.split(",").filter((hop) => hop.trim() !== ""), socketAddress].map(parseHop);
    const index =
      "hops" in trusted
        ? chain.length - 1 - trusted.hops
        : chain.findLastIndex((hop) => hop === undefined || !isTrusted(hop));
    const fallback = "hops" in trusted ? chain.at(-1) : chain[index + 1];
    return String(chain[Math.max(0, index)] ?? fallback ?? "");
  };
}

/** IPv4-mapped IPv6 addresses become IPv4; ports and zones are removed. Returns `undefined` for an invalid address. */
function parseHop(written: string): Address | undefined {
  const hop = written.trim();
  const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop;
  const plain = address.split("%", 1)[0] ?? "";
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

const parseNetwork = (network: string) =>
  ipaddr.parseCIDR(network.includes("/") ? network : `${network}/${isIP(network) === 6 ? 128 : 32}`);

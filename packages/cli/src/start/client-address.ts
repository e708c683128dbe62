import { BlockList, isIP } from "node:net";
import type { TrustedProxies } from "../runtime/environment.ts";

/** Determines the client's IP address from the socket's address and the `X-Forwarded-For` header. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Returns the socket's address, or, behind a trusted proxy, the right-most hop that is not trusted. What an untrusted
 * client writes into the header has no effect. Source: security requirements §5.2.
 */
export function createClientAddress(trusted: TrustedProxies): ClientAddress {
  const isTrusted = "networks" in trusted ? networkCheck(trusted.networks) : undefined;
  return (socketAddress, forwardedFor) => {
    const socket = plainAddress(socketAddress ?? "");
    const hops = (forwardedFor ?? "")
      .split(",")
      .map((hop) => plainAddress(hop.trim()))
      .filter((hop) => hop !== "");
    const chain = [...hops, socket];
    if ("hops" in trusted) return parseAddressOr(chain[Math.max(0, chain.length - 1 - trusted.hops)], socket);
    for (let index = chain.length - 1; index >= 0; index--) {
      const hop = chain[index] ?? "";
      if (isIP(hop) === 0) return parseAddressOr(chain[index + 1], socket);
      if (index === 0 || !isTrusted?.(hop)) return hop;
    }
    return socket;
  };
}

function parseAddressOr(address: string | undefined, otherwise: string): string {
  return address !== undefined && isIP(address) !== 0 ? address : otherwise;
}

/** IPv4-mapped IPv6 addresses become IPv4, and ports are removed. */
function plainAddress(written: string): string {
  const address =
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(written)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? written;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function networkCheck(networks: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

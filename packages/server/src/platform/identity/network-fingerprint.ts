import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Secrets } from "../crypto/secrets.ts";

/**
 * HMAC of the network of a request. {@link memberNetworkHash} derives the stored value from it and the member's id.
 *
 * @param address As `ipKey` returns it. @returns `undefined` if it is no address.
 */
export function fingerprintNetwork(secrets: Secrets, siteId: string, address: string): Buffer | undefined {
  const network = networkOf(address);
  return network === undefined ? undefined : secrets.mac("place", `${siteId}\n${network}`);
}

/**
 * The /16 of an IPv4 address, the /32 of an IPv6 address. All private networks count as one. Source: decision 047.
 *
 * @param address As `ipKey` returns it. @returns `undefined` if it is no address.
 */
export function networkOf(address: string): string | undefined {
  const [network = ""] = address.split("/", 1);
  if (isIP(network) === 0) return undefined;
  const ip = ipaddr.parse(network);
  if (privateRanges.has(ip.range())) return "own";
  const [separator, suffix] = ip.kind() === "ipv6" ? [":", "::/32"] : [".", ".0.0/16"];
  return network.split(separator, 2).join(separator) + suffix;
}

/** `::/64`, the network of `::1`, is unspecified. */
const privateRanges = new Set(["private", "loopback", "linkLocal", "carrierGradeNat", "uniqueLocal", "unspecified"]);

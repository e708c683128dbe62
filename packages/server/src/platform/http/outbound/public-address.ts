import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Source: IANA IPv6 Global Unicast Address Space. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether the address is globally reachable: not loopback, private, link-local (cloud metadata), shared, multicast or
 * unspecified, nor another notation of such an address. Source: security requirements §8.1.
 */
export function isPublicAddress(address: string): boolean {
  // An address with a zone is link-local.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === "unicast" && (ip.kind() === "ipv4" || ip.match(globalUnicast));
}

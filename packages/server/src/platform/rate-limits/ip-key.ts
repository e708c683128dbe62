import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The key by which requests of a client are counted: an IPv4 address, also if mapped into IPv6, or an IPv6 /64, which
 * one household shares. All invalid addresses share one key.
 * Source: security requirements §5.2.
 */
export function ipKey(address: string): string {
  const plain = address.split("%", 1)[0] ?? "";
  // Stricter than ipaddr.js, which also accepts octal numbers and fewer than four parts.
  if (isIP(plain) === 0) return "unknown";
  const ip = ipaddr.process(plain);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const network = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

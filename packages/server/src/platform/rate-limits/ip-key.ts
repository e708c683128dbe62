import { isIPv4, isIPv6 } from "node:net";

/**
 * The key by which requests of a client are counted: an IPv4 address, also if mapped into IPv6, or an IPv6 /64, which
 * one household shares. All invalid addresses share one key.
 * Source: security requirements §5.2.
 */
export function ipKey(address: string): string {
  if (isIPv4(address)) return address;
  const plain = address.split("%", 1)[0] ?? "";
  if (!isIPv6(plain)) return "unknown";
  const groups = groupsOf(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser normalizes every spelling, with the last 32 bits in hexadecimal.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = text.split("::");
  const parse = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return parse(head);
  const missing = 8 - parse(head).length - parse(tail).length;
  return [...parse(head), ...Array<number>(missing).fill(0), ...parse(tail)];
}

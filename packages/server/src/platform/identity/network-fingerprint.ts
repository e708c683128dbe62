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
  if (address.includes(":")) {
    const [first = "", second = ""] = address.split(":");
    return isPrivateIpv6(address, Number.parseInt(first, 16)) ? "own" : `${first}:${second}::/32`;
  }
  const [first = Number.NaN, second = Number.NaN] = address.split(".").map(Number);
  if (Number.isNaN(second)) return undefined;
  return isPrivateIpv4(first, second) ? "own" : `${first}.${second}.0.0/16`;
}

/** Source: RFC 1918, RFC 1122 §3.2.1.3, RFC 3927, RFC 6598. */
const isPrivateIpv4 = (first: number, second: number): boolean =>
  first === 10 ||
  first === 127 ||
  (first === 100 && second >= 64 && second < 128) ||
  (first === 169 && second === 254) ||
  (first === 172 && second >= 16 && second < 32) ||
  (first === 192 && second === 168);

/** Source: RFC 4291 §2.5.3 and §2.5.6, RFC 4193. */
const isPrivateIpv6 = (address: string, first: number): boolean =>
  address.startsWith("0:0:0:0:") || (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;

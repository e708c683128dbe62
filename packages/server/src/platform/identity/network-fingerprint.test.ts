import { describe, expect, it } from "vitest";
import { createSecrets } from "../crypto/secrets.ts";
import { ipKey } from "../rate-limits/ip-key.ts";
import { fingerprintNetwork, networkOf } from "./network-fingerprint.ts";

describe("networkOf", () => {
  it.each([
    ["203.0.113.7", "203.0.0.0/16"],
    ["203.0.255.255", "203.0.0.0/16"],
    ["::ffff:203.0.113.7", "203.0.0.0/16"],
    ["203.1.113.7", "203.1.0.0/16"],
    ["100.63.0.1", "100.63.0.0/16"],
    ["100.128.0.1", "100.128.0.0/16"],
    ["172.15.0.1", "172.15.0.0/16"],
    ["172.32.0.1", "172.32.0.0/16"],
    ["2001:db8:1:2::9", "2001:db8::/32"],
    ["2001:0DB8:ffff::1", "2001:db8::/32"],
    ["2001:db9::1", "2001:db9::/32"],
    ["2a00::1", "2a00:0::/32"],
  ])("maps %s to %s", (address, network) => expect(networkOf(ipKey(address))).toBe(network));

  it.each([
    ["127.0.0.1"],
    ["127.8.8.8"],
    ["::1"],
    ["10.1.2.3"],
    ["100.64.0.1"],
    ["100.127.255.255"],
    ["169.254.1.1"],
    ["172.16.0.1"],
    ["172.31.255.255"],
    ["192.168.178.20"],
    ["::ffff:192.168.1.1"],
    ["fc00::1"],
    ["fd12:3456:789a::1"],
    ["fe80::1%eth0"],
    ["febf::1"],
  ])("maps %s to the private network", (address) => expect(networkOf(ipKey(address))).toBe("own"));

  it.each([[""], ["example.com"], ["1.2.3"], ["203.0.113.7, 198.51.100.1"]])("returns undefined for %j", (address) =>
    expect(networkOf(ipKey(address))).toBeUndefined(),
  );
});

describe("fingerprintNetwork", () => {
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const fingerprint = (address: string, by = secrets, siteId = "site") =>
    fingerprintNetwork(by, siteId, ipKey(address));

  it("depends on network, site and key", () => {
    const expected = fingerprint("203.0.113.7");
    expect(expected).toHaveLength(32);
    expect(fingerprint("203.0.9.9")).toEqual(expected);
    expect(fingerprint("198.51.100.1")).not.toEqual(expected);
    expect(fingerprint("203.0.113.7", secrets, "other")).not.toEqual(expected);
    expect(fingerprint("203.0.113.7", createSecrets(Buffer.alloc(32, 8)))).not.toEqual(expected);
    expect(fingerprint("")).toBeUndefined();
  });
});

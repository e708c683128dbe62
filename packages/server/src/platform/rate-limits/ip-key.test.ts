import { describe, expect, it } from "vitest";
import { ipKey } from "./ip-key.ts";

describe("ipKey", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", "unknown"],
    ["127.0.0.1, 203.0.113.7", "unknown"],
    ["example.com", "unknown"],
  ])("returns for %s: %s", (address, key) => expect(ipKey(address)).toBe(key));

  it("distinguishes networks, but not devices of one network", () => {
    expect(ipKey("2001:db8:1:2::1")).toBe(ipKey("2001:db8:1:2:dead:beef::"));
    expect(ipKey("2001:db8:1:3::1")).not.toBe(ipKey("2001:db8:1:2::1"));
  });
});

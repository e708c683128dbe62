import { describe, expect, it } from "vitest";
import { createClientAddress } from "./client-address.ts";

describe("createClientAddress", () => {
  it("returns the socket's address if no proxy is trusted", () => {
    const clientAddress = createClientAddress({ hops: 0 });
    expect(clientAddress("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(clientAddress("::ffff:203.0.113.9", "")).toBe("203.0.113.9");
  });

  it("counts trusted hops from the right", () => {
    const clientAddress = createClientAddress({ hops: 1 });
    expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.1")).toBe("198.51.100.1");
    expect(clientAddress("10.0.0.1", "")).toBe("10.0.0.1");
    expect(clientAddress("10.0.0.1", "nonsense")).toBe("10.0.0.1");
  });

  it("removes the port of an address", () => {
    for (const trusted of [{ hops: 1 }, { networks: ["10.0.0.0/8"] }]) {
      const clientAddress = createClientAddress(trusted);
      expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.1:51234")).toBe("198.51.100.1");
      expect(clientAddress("10.0.0.1", "[2001:db8::7]:443")).toBe("2001:db8::7");
      expect(clientAddress("10.0.0.1", "[2001:db8::7]")).toBe("2001:db8::7");
      expect(clientAddress("10.0.0.1", "[::ffff:198.51.100.1]:9")).toBe("198.51.100.1");
      expect(clientAddress("10.0.0.1", "[nonsense]:1")).toBe("10.0.0.1");
    }
  });

  it("returns the right-most hop outside the trusted networks", () => {
    const clientAddress = createClientAddress({ networks: ["10.0.0.0/8", "fd00::/8"] });
    expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.2.3.4")).toBe("198.51.100.1");
    expect(clientAddress("fd00::1", "2001:db8::7")).toBe("2001:db8::7");
    expect(clientAddress("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(clientAddress("10.0.0.1", "6.6.6.6, nonsense, 10.2.3.4")).toBe("10.2.3.4");
    expect(clientAddress("10.0.0.1", "10.1.1.1, 10.2.3.4")).toBe("10.1.1.1");
  });

  it("compares addresses in any notation, without the zone of a link-local one", () => {
    const clientAddress = createClientAddress({ networks: ["fe80::/10", "2001:db8::1"] });
    expect(clientAddress("fe80::1%br-lan.1", "2001:DB8:0::7")).toBe("2001:db8::7");
    expect(clientAddress("2001:db8::1", "010.1.1.1")).toBe("2001:db8::1");
    expect(clientAddress("2001:db8:0:0::1", "203.0.113.9")).toBe("203.0.113.9");
  });
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { postOutbound } from "./post-outbound.ts";
import { findTargetError, isPublicAddress } from "./send-outbound.ts";

const servers: Server[] = [];
async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const message = { body: "hello", headers: { "content-type": "text/plain" } };
const development = { privateTargets: true };
const quick = { connectMs: 500, totalMs: 500 };

describe("isPublicAddress", () => {
  it.each([
    ["93.184.215.14", true],
    ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", true],
    ["127.0.0.1", false],
    ["127.255.255.254", false],
    ["0.0.0.0", false],
    ["10.1.2.3", false],
    ["100.64.0.1", false],
    ["169.254.169.254", false],
    ["172.16.0.1", false],
    ["172.32.0.1", true],
    ["192.168.1.1", false],
    ["198.18.0.1", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["::", false],
    ["::1", false],
    ["::ffff:127.0.0.1", false],
    ["::ffff:93.184.215.14", false],
    ["64:ff9b::7f00:1", false],
    ["fc00::1", false],
    ["fd00:ec2::254", false],
    ["fe80::1", false],
    ["fe80::1%br-lan.1", false],
    ["4000::1", false],
    ["ff02::1", false],
    ["2001::1", false],
    ["2002:7f00:1::", false],
    ["2001:db8::1", false],
    ["example.com", false],
    ["", false],
  ])("returns for %s: %s", (address, expected) => expect(isPublicAddress(address)).toBe(expected));
});

describe("findTargetError", () => {
  it.each([
    ["https://example.com/hook", undefined],
    ["https://example.com:8443/hook", undefined],
    ["http://example.com/", undefined],
    ["https://example.com:22/", "has port 22; allowed are 80, 443, 8443"],
    ["ftp://example.com/", "is not an http or https URL"],
    ["file:///etc/passwd", "is not an http or https URL"],
    ["//example.com/", "is not an http or https URL"],
    ["https://user:secret@example.com/", "contains a user name"],
    ["https://127.0.0.1/", "is a private address"],
    ["https://0x7f.1/", "is a private address"],
    ["https://2130706433/", "is a private address"],
    ["https://017700000001/", "is a private address"],
    ["https://[::1]/", "is a private address"],
    ["https://[::ffff:7f00:1]/", "is a private address"],
    ["http://169.254.169.254/latest/meta-data/", "is a private address"],
  ])("returns for %s: %s", (address, problem) => expect(findTargetError(address, { ports: [8443] })).toBe(problem));
});

describe("postOutbound", () => {
  it("posts a body and returns the response", async () => {
    let received = "";
    const url = await listen(async (request, response) => {
      for await (const chunk of request) received += chunk;
      response.writeHead(202).end("thanks");
    });
    expect(await postOutbound(url, message, development)).toEqual({ status: 202, text: "thanks" });
    expect(received).toBe("hello");
  });

  it("does not connect to private addresses, by number or by name", async () => {
    let requests = 0;
    const url = await listen((_request, response) => {
      requests += 1;
      response.end();
    });
    const { port } = new URL(url);
    const policy = { ports: [Number(port)] };
    await expect(postOutbound(url, message, policy)).rejects.toThrow("The address is a private address.");
    const named = postOutbound(`http://localhost:${port}/`, message, policy);
    await expect(named).rejects.toThrow("The host name resolves to a private address.");
    expect(requests).toBe(0);
  });

  it("does not follow redirects", async () => {
    let followed = 0;
    const inside = await listen((_request, response) => {
      followed += 1;
      response.end("secret");
    });
    const url = await listen((_request, response) => response.writeHead(307, { location: inside }).end());
    expect(await postOutbound(url, message, development)).toEqual({ status: 307, text: "" });
    expect(followed).toBe(0);
  });

  it("times out while waiting for headers and body", async () => {
    const silent = await listen(() => undefined);
    await expect(postOutbound(silent, message, development, quick)).rejects.toThrow("The response took too long.");
    const dripping = await listen((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 20);
      response.once("close", () => clearInterval(timer));
    });
    await expect(postOutbound(dripping, message, development, quick)).rejects.toThrow("The response took too long.");
  });

  it("reads 64 KiB of an endless response and returns the start", async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
      };
      response.on("drain", more);
      more();
    });
    expect(await postOutbound(url, message, development)).toEqual({ status: 200, text: "x".repeat(4_096) });
  });

  it("reports connection errors", async () => {
    const url = await listen((request) => request.socket.destroy());
    await expect(postOutbound(url, message, development)).rejects.toThrow("The connection failed (ECONNRESET).");
    const unknown = postOutbound("https://porchlight.invalid/", message, {});
    await expect(unknown).rejects.toThrow(
      /^The host name cannot be resolved \(\w+\)\.$|^The host name was not resolved in time\.$/,
    );
  });
});

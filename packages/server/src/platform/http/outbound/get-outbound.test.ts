import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { getOutbound } from "./get-outbound.ts";

const servers: Server[] = [];
async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const development = { privateTargets: true };
const waits = { connectMs: 10_000, totalMs: 10_000 };
const get = (url: string, policy = development) => getOutbound(url, policy, { maxBytes: 1024 * 1024, timeouts: waits });
const getSoon = (url: string) =>
  getOutbound(url, development, { maxBytes: 1024 * 1024, timeouts: { ...waits, totalMs: 500 } });

describe("getOutbound", () => {
  it("follows redirects", async () => {
    const url = await listen((request, response) => {
      if (request.url === "/a") response.writeHead(301, { location: "/b" }).end();
      else response.writeHead(200, { "content-type": "Text/XML; charset=utf-8" }).end("<a/>");
    });
    expect(await get(`${url}/a`)).toMatchObject({
      status: 200,
      url: `${url}/b`,
      mediaType: "text/xml",
      bytes: Buffer.from("<a/>"),
    });
  });

  it("sends no request to private addresses, by redirect, host name or other notation", async () => {
    const requests: string[] = [];
    const url = await listen((request, response) => {
      requests.push(request.url ?? "");
      response.end("secret");
    });
    const { port } = new URL(url);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
      await expect(
        getOutbound(`http://${host}:${port}/`, { ports: [Number(port)] }, { maxBytes: 10, timeouts: waits }),
      ).rejects.toThrow(/private address/);
    expect(requests).toEqual([]);
    for (const bad of ["file:///etc/passwd", "ftp://one.example/", "http://a:b@one.example/", "http://one.example:22/"])
      await expect(getOutbound(bad, {}, { maxBytes: 10, timeouts: waits })).rejects.toThrow(/^The address /);
  });

  it("checks the target of a redirect like the first URL", async () => {
    const url = await listen((_request, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end());
    await expect(get(url)).rejects.toThrow("The address is not an http or https URL.");
  });

  it("fails for redirect loops, large or compressed responses, and timeouts", async () => {
    const circle = await listen((_request, response) => response.writeHead(302, { location: "/" }).end());
    await expect(get(circle)).rejects.toThrow("It redirects more than 5 times.");
    const long = await listen((_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1)));
    await expect(get(long)).rejects.toThrow("It is larger than 1 MiB.");
    const packed = await listen((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(100_000_000))),
    );
    await expect(get(packed)).rejects.toThrow("The response is compressed, which was not requested.");
    const silent = await listen(() => undefined);
    await expect(getSoon(silent)).rejects.toThrow("The response took too long.");
    const endless = await listen((_request, response) => {
      response.write("a");
    });
    await expect(getSoon(endless)).rejects.toThrow("The response took too long.");
  });
});

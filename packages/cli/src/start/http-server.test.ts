import { connect } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { Failure } from "../runtime/errors/failure.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";

const log = pino({ level: "silent" });
const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close(0);
});

async function serve(handle: (request: Request) => Promise<Response>): Promise<HttpServer> {
  const server = await startHttpServer({ host: "127.0.0.1", port: 0, handle, log });
  servers.push(server);
  return server;
}

/** Sends bytes as they are and answers everything that comes back. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

describe("HTTP server", () => {
  it("rejects too large and too many headers with the contract's envelope", async () => {
    const { port } = await serve(async () => new Response("fine"));
    const large = await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
    const many = await sendRaw(
      port,
      `GET / HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: 110 }, (_, index) => `X-${index}: 1\r\n`).join("")}\r\n`,
    );
    for (const answer of [large, many]) {
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(answer).toContain('"code":"HEADERS_TOO_LARGE"');
    }
  });

  it("answers any number of pipelined requests of one connection", async () => {
    const { port } = await serve(async (request) => new Response(new URL(request.url).pathname));
    const requests = Array.from(
      { length: 300 },
      (_, n) => `GET /${n} HTTP/1.1\r\nHost: localhost\r\n${n === 299 ? "Connection: close\r\n" : ""}\r\n`,
    );
    const answers = await sendRaw(port, requests.join(""));
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(300);
    expect(answers).toMatch(/\/299$/);
  });

  it("accepts connections while it drains, and closes each after its response", async () => {
    const server = await serve(async () => new Response("fine"));
    const get = () => sendRaw(server.port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const drained = server.drain(1_000);
    for (const answer of [await get(), await get()])
      expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/is);
    await drained;
  });

  it("rejects requests that are not admitted with 503 and Retry-After, and releases admitted ones", async () => {
    let ended = 0;
    const shedder = {
      admit: ({ url }: { url?: string | undefined }) => (url === "/fine" ? { end: () => void ended++ } : undefined),
      close: () => undefined,
    };
    const server = await startHttpServer({
      host: "127.0.0.1",
      port: 0,
      handle: async () => new Response("fine"),
      log,
      shedder,
    });
    servers.push(server);
    const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
    expect(await (await get("/fine")).text()).toBe("fine");
    const call = await get("/v3/posts", { method: "POST", body: "long ".repeat(100_000) });
    expect(call.status).toBe(503);
    expect(Number(call.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(call.headers.get("access-control-allow-origin")).toBe("*");
    expect(await call.json()).toMatchObject({ details: { applicationError: { code: "UNAVAILABLE" } } });
    const page = await get("/blog");
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/plain; charset=utf-8"]);
    expect(ended).toBe(1);
  });

  it("responds to invalid HTTP with 400 and no server information", async () => {
    const { port } = await serve(async () => new Response("fine"));
    const answer = await sendRaw(port, "hello\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"MALFORMED_REQUEST"');
  });

  it.each([
    ["a Host that is none", "GET / HTTP/1.1\r\nHost: a b", 400],
    ["a Host with more than a name and a port", "GET / HTTP/1.1\r\nHost: evil.example/../x", 400],
    ["a Host that only looks like an address", "GET /?code=1 HTTP/1.1\r\nHost: 1.2.3.4.5", 400],
    ["a target that is no path", "OPTIONS * HTTP/1.1\r\nHost: localhost", 400],
    ["a target of another scheme", "GET ftp://localhost/ HTTP/1.1\r\nHost: localhost", 400],
    ["a backslash", "GET /v3\\posts HTTP/1.1\r\nHost: localhost", 404],
    ["a dot segment", "GET /v3/./posts HTTP/1.1\r\nHost: localhost", 404],
    ["a segment of two dots", "GET /blog/../v3/posts?a HTTP/1.1\r\nHost: localhost", 404],
    ["dots that are escaped", "GET /v3/%2E%2e HTTP/1.1\r\nHost: localhost", 404],
    ["dots in a full address", "GET http://localhost/a/../b HTTP/1.1\r\nHost: localhost", 404],
  ])("rejects %s before routing", async (_what, request, status) => {
    let isRead = false;
    const { port } = await serve(async (read) => {
      isRead = URL.canParse(read.url);
      return new Response("fine");
    });
    const answer = await sendRaw(port, `${request}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^x-wix-request-id: [\w-]{36}\r$/im);
    expect(isRead).toBe(false);
  });

  it("accepts dots in names and in the query", async () => {
    const { port } = await serve(async (request) => new Response(request.url));
    const answer = await fetch(`http://127.0.0.1:${port}/..hidden/x.html?returnTo=/../y`);
    expect(await answer.text()).toContain("/..hidden/x.html?returnTo=/../y");
  });

  it("forwards responses of other servers and streams", async () => {
    const other = await serve(async (request) => new Response(request.body, { headers: { "x-kind": "echo" } }));
    const { port } = await serve((request) =>
      fetch(
        new Request(`http://127.0.0.1:${other.port}/`, {
          method: "POST",
          body: request.body,
          duplex: "half",
        } as RequestInit),
      ),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "long ".repeat(100_000) });
    expect(answer.headers.get("x-kind")).toBe("echo");
    expect(await answer.text()).toBe("long ".repeat(100_000));
  });

  it.each([
    ["POST", "/uploads/a", "408"],
    ["PUT", "/other", "408"],
    ["PUT", "/uploads/a", "200"],
  ])(
    "takes a body as long as bytes keep coming where files are uploaded, and nowhere else: %s %s",
    async (method, path, status) => {
      const handle = async (request: Request) => new Response(String((await request.arrayBuffer()).byteLength));
      const server = await startHttpServer({
        host: "127.0.0.1",
        port: 0,
        handle,
        log,
        uploadPaths: ["/uploads/"],
        bodyTimeoutMs: 1_500,
      });
      servers.push(server);
      let received = "";
      let left = 40;
      const socket = connect(server.port, "127.0.0.1");
      socket.on("data", (chunk) => {
        received += chunk;
      });
      socket.on("error", () => undefined);
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${left}\r\n\r\n`,
      );
      const drip = setInterval(() => (left-- > 0 ? socket.write("x") : clearInterval(drip)), 100);
      await new Promise((resolve) => socket.once("close", resolve));
      clearInterval(drip);
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      if (status === "200") expect(received).toMatch(/\r\n\r\n40$/);
      else expect(left).toBeGreaterThan(0);
    },
  );

  it("aborts a stalled upload, and a rejected one that continues", async () => {
    const handle = async (request: Request) => {
      if (request.url.endsWith("/refused")) return new Response("no", { status: 403 });
      return new Response(String((await request.arrayBuffer()).byteLength));
    };
    const server = await startHttpServer({
      host: "127.0.0.1",
      port: 0,
      handle,
      log,
      uploadPaths: ["/uploads/"],
      bodyTimeoutMs: 300,
    });
    servers.push(server);
    const head = (name: string) =>
      `PUT /uploads/${name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx`;
    expect(await sendRaw(server.port, head("stops"))).toMatch(/^HTTP\/1\.1 408 /);
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined).resume();
    socket.write(head("refused"));
    const drip = setInterval(() => socket.write("x"), 20);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(drip);
  });

  it("responds to an exception with 500 and no details", async () => {
    const { port } = await serve(async () => {
      throw new Error("the database's password is hush");
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ details: { applicationError: { code: "INTERNAL" } } });
  });

  it("waits for open requests when it closes, at most for the given time", async () => {
    let started = 0;
    const haveBegun = Promise.withResolvers<void>();
    const server = await serve(async (request) => {
      if (++started === 2) haveBegun.resolve();
      await new Promise((resolve) => setTimeout(resolve, request.url.endsWith("/slow") ? 200 : 60_000).unref());
      return new Response("done");
    });
    const slow = fetch(`http://127.0.0.1:${server.port}/slow`);
    const endless = fetch(`http://127.0.0.1:${server.port}/endless`).catch(() => "cut off");
    await haveBegun.promise;
    const startedAt = performance.now();
    await server.close(1_000);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const answer = await slow;
    expect([await answer.text(), answer.headers.get("connection")]).toEqual(["done", "close"]);
    expect(await endless).toBe("cut off");
  });

  it("describes an occupied port in one sentence", async () => {
    const { port } = await serve(async () => new Response("fine"));
    const second = startHttpServer({ host: "127.0.0.1", port, handle: async () => new Response(), log });
    await expect(second).rejects.toThrow(Failure);
    await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken.`);
  });
});

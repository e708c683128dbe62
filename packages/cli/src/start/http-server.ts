import { randomInt, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { type ErrorCode, errors } from "@porchlight/contract/errors";
import { isServerPath } from "@porchlight/contract/server-paths";
import type { Logger } from "pino";
import { Failure } from "../runtime/errors/failure.ts";
import type { LoadShedder } from "./load-shedding.ts";

/** Limits per client. Source: security requirements §2.2, §5.4. */
export const httpLimits = {
  headersTimeoutMs: 10_000,
  /** Time for a body after its headers; for an upload, between two chunks. */
  bodyTimeoutMs: 30_000,
  /** Total time of an upload: the lifetime of its URL. */
  uploadMs: 60 * 60_000,
  checkIntervalMs: 2_000,
  keepAliveMs: 5_000,
  sockets: 1_000,
  headerBytes: 16 * 1024,
  headers: 100,
} as const;

export interface HttpServer {
  readonly port: number;
  /** Closes each connection after its next response, and waits. New connections are still accepted. */
  drain(ms: number): Promise<void>;
  /** Rejects new requests, waits for open ones, and closes those that remain after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export interface HttpServerOptions {
  host: string;
  port: number;
  /** Path prefixes at which a PUT may take longer, as long as data arrives. Default: none. */
  uploadPaths?: readonly string[];
  /** Default: {@link httpLimits}. */
  bodyTimeoutMs?: number;
  /** Handles a request; `incoming` identifies its sender. */
  handle(request: Request, incoming: IncomingMessage): Promise<Response>;
  log: Logger;
  /** Default: all requests are handled. */
  shedder?: LoadShedder | undefined;
}

/** @throws {Failure} if the server cannot listen on the port or address. */
export async function startHttpServer({
  host,
  port,
  handle,
  log,
  uploadPaths = [],
  bodyTimeoutMs = httpLimits.bodyTimeoutMs,
  shedder,
}: HttpServerOptions): Promise<HttpServer> {
  let closing = false;

  async function answer(request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> {
    const admitted = shedder?.admit(incoming);
    try {
      return shedder && !admitted ? overloadResponse(incoming) : await handle(request, incoming);
    } finally {
      admitted?.end();
      // Checked here, not by tracking responses: a Set of them would leave dead hash tables that retain later ones
      // until a major garbage collection.
      if (closing) outgoing.shouldKeepAlive = false;
    }
  }

  const listener = getRequestListener((request, env) => answer(request, env as HttpBindings), {
    hostname: "localhost",
    errorHandler: (error) => {
      if (error instanceof RequestError) return Response.json(...errorResponse("MALFORMED_REQUEST"));
      const [body, init] = errorResponse("INTERNAL");
      const requestId = init.headers["x-wix-request-id"];
      log.error({ event: "unexpected", requestId, err: error }, "a request failed outside the server");
      return Response.json(body, init);
    },
  });

  const server = createServer(
    {
      headersTimeout: httpLimits.headersTimeoutMs,
      requestTimeout: httpLimits.uploadMs,
      connectionsCheckingInterval: httpLimits.checkIntervalMs,
      keepAliveTimeout: httpLimits.keepAliveMs,
      maxHeaderSize: httpLimits.headerBytes,
    },
    (incoming, outgoing) => {
      const requestError = findRequestError(incoming);
      if (requestError) refuse(outgoing, requestError);
      else {
        const isUpload = incoming.method === "PUT" && uploadPaths.some((path) => incoming.url?.startsWith(path));
        watchBody(incoming, outgoing, { isUpload, bodyTimeoutMs });
        void listener(incoming, outgoing);
      }
    },
  );
  server.maxConnections = httpLimits.sockets;
  // Node silently drops headers beyond this count; one more than the limit shows that there are too many.
  server.maxHeadersCount = httpLimits.headers + 1;
  server.on("clientError", rejectUnreadable);

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(describeListenError(error, host, port)));
    server.listen({ host, port }, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    async drain(ms) {
      closing = true;
      await sleep(ms);
    },
    async close(graceMs) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([closed, sleep(graceMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Describes a listen error in one sentence. */
export function describeListenError(error: Error, host: string, port: number): Error {
  switch ("code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return new Failure(`Port ${port} on ${host} is taken. Stop what listens there, or choose another with --port.`, {
        cause: error,
      });
    case "EACCES":
      return new Failure(`This user may not listen on port ${port}. Choose one above 1023 with --port.`, {
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new Failure(
        `"${host}" is no address of this machine. Choose another with --host, like 127.0.0.1 or 0.0.0.0.`,
        { cause: error },
      );
    default:
      return error;
  }
}

/** What URL parsing would normalize to another path: dot segments, escaped or not, and backslashes. */
const otherPath = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Checks a request before its body or path is read. All later checks see the path that was sent. Source: security
 * requirements §2.2, §2.8.
 */
function findRequestError({ rawHeaders, headers, url = "" }: IncomingMessage): ErrorCode | undefined {
  if (rawHeaders.length / 2 > httpLimits.headers) return "HEADERS_TOO_LARGE";
  if (headers.host && !URL.canParse(`http://${headers.host}`)) return "MALFORMED_REQUEST";
  const [path = ""] = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  return otherPath.test(path) ? "NOT_FOUND" : undefined;
}

/** Node has one limit for all requests; a large upload on a slow connection takes longer. */
function watchBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { isUpload, bodyTimeoutMs }: { isUpload: boolean; bodyTimeoutMs: number },
): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = incoming.headers;
  if (length === "0" && encoding === undefined) return;
  const { socket } = incoming;
  let read = socket.bytesRead;
  const timer = setInterval(() => {
    const goesOn = isUpload && !outgoing.headersSent && socket.bytesRead > read;
    read = socket.bytesRead;
    if (incoming.complete || socket.destroyed) clearInterval(timer);
    else if (goesOn) return;
    else if (outgoing.headersSent) socket.destroy();
    else rejectUnreadable(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  }, bodyTimeoutMs);
  timer.unref();
  incoming.once("end", () => clearInterval(timer)).once("close", () => clearInterval(timer));
}

/** Body and headers of an error that the server behind never saw. */
function errorResponse(code: ErrorCode): [object, { status: number; headers: Record<string, string> }] {
  const { status, message } = errors[code];
  const requestId = randomUUID();
  const data = code === "INTERNAL" ? { requestId } : {};
  return [
    { message, details: { applicationError: { code, description: message, data } } },
    {
      status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-wix-request-id": requestId,
      },
    },
  ];
}

function refuse(outgoing: ServerResponse, code: ErrorCode): void {
  const [body, { status, headers }] = errorResponse(code);
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, headers).end(JSON.stringify(body));
}

/** Seconds. Random between these, so that clients do not all retry at once. */
const [minOverloadRetry, maxOverloadRetry] = [1, 5];

/** Rejects a request because of overload. The connection stays open, because a new one would cost more. */
function overloadResponse({ url = "" }: IncomingMessage): Response {
  const [body, { status, headers }] = errorResponse("UNAVAILABLE");
  const common = { ...headers, "retry-after": String(randomInt(minOverloadRetry, maxOverloadRetry + 1)) };
  if (!isServerPath(url.split("?", 1)[0]!))
    return new Response(`${errors.UNAVAILABLE.message}\n`, {
      status,
      headers: { ...common, "content-type": "text/plain; charset=utf-8" },
    });
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...common,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "X-Wix-Request-Id, Retry-After",
    },
  });
}

/** Responds to invalid HTTP, and to headers that are too large or too slow. */
function rejectUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? (["431 Request Header Fields Too Large", "HEADERS_TOO_LARGE"] as const)
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? (["408 Request Timeout", "MALFORMED_REQUEST"] as const)
        : (["400 Bad Request", "MALFORMED_REQUEST"] as const);
  const [envelope, { headers }] = errorResponse(code);
  const body = JSON.stringify(envelope);
  const head = Object.entries({ ...headers, connection: "close", "content-length": Buffer.byteLength(body) });
  const lines = [`HTTP/1.1 ${status}`, ...head.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * Checks early whether the port is available, before a start creates anything.
 *
 * @returns The port; a free one for 0.
 * @throws {Failure}
 */
export function probePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once("error", (error) => reject(describeListenError(error, host, port)));
    probe.listen({ host, port }, () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

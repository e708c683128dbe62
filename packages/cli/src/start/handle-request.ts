import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { pathForLog } from "../runtime/logger.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

export interface RequestHandlerOptions {
  route(request: Request, clientAddress: string): Promise<Response>;
  clientAddress: ClientAddress;
  /** Runs the handler of a request within a trace. */
  trace?: Telemetry["traceRequest"] | undefined;
  log: Logger;
  /** Whether the server is stopping: load balancers then get an unready response. */
  isStopping(): boolean;
}

/** Health checks would be most of the traces. */
const untracedPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/** Handles a request and logs it without query, headers or names. */
export function createRequestHandler({ route, clientAddress, trace, log, isStopping }: RequestHandlerOptions) {
  async function handle(request: Request, incoming: IncomingMessage, path: string): Promise<Response> {
    const startedAt = performance.now();
    const forwardedFor = incoming.headers["x-forwarded-for"];
    const response = await route(request, clientAddress(incoming.socket.remoteAddress, String(forwardedFor ?? "")));
    // Reading one header creates an object of all of them.
    if (!log.isLevelEnabled("info")) return response;
    log.info(
      {
        event: "request",
        requestId: response.headers.get("x-wix-request-id") ?? undefined,
        method: request.method,
        path: pathForLog(path),
        status: response.status,
        ms: Math.round(performance.now() - startedAt),
      },
      "request",
    );
    return response;
  }

  return async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const path = incoming.url?.split("?", 1)[0] ?? "";
    if (isStopping() && path === "/readyz") return Response.json({ status: "stopping" }, { status: 503 });
    if (trace === undefined || untracedPaths.has(path)) return handle(request, incoming, path);
    return trace(incoming, pathForLog(path), () => handle(request, incoming, path));
  };
}

import { lookup } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Which addresses a request that somebody else has chosen may go to. */
export interface OutboundPolicy {
  /** For development: private addresses and any port too. */
  privateTargets?: boolean | undefined;
  /** Beside 80 and 443. */
  ports?: readonly number[] | undefined;
}

/** One sentence on why nothing was sent, or no answer came. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
}

/** How long a request may take. */
export interface Timeouts {
  connectMs: number;
  totalMs: number;
}

/**
 * What is wrong with an address before anybody is asked where it is.
 *
 * @returns Nothing where it may be tried.
 */
export function findTargetError(address: string, policy: OutboundPolicy): string | undefined {
  const url = URL.parse(address);
  if (!url || !["http:", "https:"].includes(url.protocol)) return "is no http or https address";
  if (url.username || url.password) return "has a user in it";
  if (policy.privateTargets) return undefined;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const ports = [80, 443, ...(policy.ports ?? [])];
  if (!ports.includes(port)) return `has port ${port}; allowed are ${ports.join(", ")}`;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !isPublicAddress(host) ? "is a private address" : undefined;
}

/** What a reader of an answer does with it: one of the two, once. */
export interface ResponseHandle<Answer> {
  finish(answer: Answer): void;
  /** Ends the request. */
  fail(reason: string): void;
}

/**
 * Sends a request to an address that somebody else has chosen, and reads what comes. The name is looked up once, and the connection
 * goes to the addresses that were checked; redirects are not followed.
 *
 * @param read Gets the answer as soon as its head is there.
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export async function sendOutbound<Answer>(
  address: string,
  { method, headers, body }: OutboundRequest,
  policy: OutboundPolicy,
  waits: Timeouts,
  read: (response: IncomingMessage, reception: ResponseHandle<Answer>, request: ClientRequest) => void,
): Promise<Answer> {
  const { request, ready, leftMs } = await openOutbound(address, { method, headers }, policy, waits);
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => request.destroy(new OutboundError(reason));
    const total = setTimeout(() => fail("It took too long to answer."), leftMs);
    const connect = setTimeout(() => fail("It cannot be connected to in time."), waits.connectMs);
    request.once("socket", (socket) => socket.once(ready, () => clearTimeout(connect)));
    request.once("close", () => {
      clearTimeout(total);
      clearTimeout(connect);
      reject(new OutboundError("The connection was closed before the answer was whole."));
    });
    request.once("error", (error) => {
      const isPlain = error instanceof OutboundError;
      reject(isPlain ? error : new OutboundError(`It cannot be reached (${codeOf(error)}).`, { cause: error }));
    });
    request.once("response", (response) => {
      // The request tells of it.
      response.once("error", () => undefined);
      read(response, { finish: resolve, fail }, request);
    });
    request.end(body);
  });
}

export interface OutboundRequest {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** A request that goes to an address that was checked, and nowhere else; nothing has been sent. @throws {OutboundError} */
async function openOutbound(
  address: string,
  { method, headers }: Omit<OutboundRequest, "body">,
  policy: OutboundPolicy,
  waits: Timeouts,
): Promise<{ request: ClientRequest; ready: "connect" | "secureConnect"; leftMs: number }> {
  const fault = findTargetError(address, policy);
  if (fault !== undefined) throw new OutboundError(`The address ${fault}.`);
  const url = new URL(address);
  const startedAt = performance.now();
  const targets = await resolveHost(url.hostname.replace(/^\[|\]$/g, ""), policy, waits.connectMs);
  const isSecure = url.protocol === "https:";
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method,
    agent: false,
    lookup: lookupAmong(targets),
    headers: { "user-agent": "Porchlight", ...headers },
  });
  const leftMs = waits.totalMs - (performance.now() - startedAt);
  return { request, ready: isSecure ? "secureConnect" : "connect", leftMs };
}

interface Target {
  address: string;
  family: number;
}

async function resolveHost(host: string, policy: OutboundPolicy, withinMs: number): Promise<Target[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OutboundError("The name was not found in time.")), withinMs);
  });
  try {
    const targets = await Promise.race([lookup(host, { all: true }), tooLate]);
    // All of them: one that is private could be the one that is taken.
    if (!policy.privateTargets && !targets.every(({ address }) => isPublicAddress(address)))
      throw new OutboundError("The name leads to a private address.");
    return targets;
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(`The name cannot be looked up (${codeOf(error)}).`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function lookupAmong(targets: readonly Target[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, [...targets]);
    else callback(null, targets[0]?.address ?? "", targets[0]?.family);
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "no reason given";
}

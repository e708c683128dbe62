import { lookup } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { fieldRules } from "@porchlight/contract/field-rules";
import ipaddr from "ipaddr.js";

/** Source: IANA IPv6 Global Unicast Address Space. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether the address is globally reachable: not loopback, private, link-local (cloud metadata), shared, multicast or
 * unspecified, nor another notation of such an address. Source: security requirements §8.1.
 */
export function isPublicAddress(address: string): boolean {
  // An address with a zone is link-local.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === "unicast" && (ip.kind() === "ipv4" || ip.match(globalUnicast));
}

/** Allowed targets of requests to untrusted URLs. */
export interface OutboundPolicy {
  /** Also allows private addresses and any port, for development. */
  privateTargets?: boolean | undefined;
  /** In addition to 80 and 443. */
  ports?: readonly number[] | undefined;
}

/** A request failed. The message is one sentence. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
}

export interface Timeouts {
  connectMs: number;
  totalMs: number;
}

/**
 * Checks a URL before its host name is resolved.
 *
 * @returns The problem, if any.
 */
export function findTargetError(address: string, policy: OutboundPolicy): string | undefined {
  const url = URL.parse(address);
  if (!url || !["http:", "https:"].includes(url.protocol)) return fieldRules.OUTBOUND_ADDRESS;
  if (url.username || url.password) return "contains a user name";
  if (policy.privateTargets) return undefined;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const ports = [80, 443, ...(policy.ports ?? [])];
  if (!ports.includes(port)) return `has port ${port}; allowed are ${ports.join(", ")}`;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !isPublicAddress(host) ? fieldRules.PRIVATE_ADDRESS : undefined;
}

/** Ends the reading of a response. */
export interface ResponseHandle<Result> {
  finish(result: Result): void;
  /** Aborts the request. */
  fail(reason: string): void;
}

/**
 * Sends a request to an untrusted URL. The host name is resolved once, and the connection goes to the checked
 * addresses. Redirects are not followed.
 *
 * @param read Called with the response after its headers.
 * @throws {OutboundError} Source: security requirements §8.1.
 */
export async function sendOutbound<Result>(
  address: string,
  { method, headers, body }: OutboundRequest,
  policy: OutboundPolicy,
  timeouts: Timeouts,
  read: (response: IncomingMessage, handle: ResponseHandle<Result>, request: ClientRequest) => void,
): Promise<Result> {
  const { request, ready, remainingMs } = await openOutbound(address, { method, headers }, policy, timeouts);
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => request.destroy(new OutboundError(reason));
    const total = setTimeout(() => fail("The response took too long."), remainingMs);
    const connect = setTimeout(() => fail("The connection timed out."), timeouts.connectMs);
    request.once("socket", (socket) => socket.once(ready, () => clearTimeout(connect)));
    request.once("close", () => {
      clearTimeout(total);
      clearTimeout(connect);
      reject(new OutboundError("The connection was closed before the response was complete."));
    });
    request.once("error", (error) => {
      const isPlain = error instanceof OutboundError;
      reject(isPlain ? error : new OutboundError(`The connection failed (${codeOf(error)}).`, { cause: error }));
    });
    request.once("response", (response) => {
      // Also reported by the request.
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

/** Creates a request bound to the checked addresses, without sending it. @throws {OutboundError} */
async function openOutbound(
  address: string,
  { method, headers }: Omit<OutboundRequest, "body">,
  policy: OutboundPolicy,
  timeouts: Timeouts,
): Promise<{ request: ClientRequest; ready: "connect" | "secureConnect"; remainingMs: number }> {
  const problem = findTargetError(address, policy);
  if (problem !== undefined) throw new OutboundError(`The address ${problem}.`);
  const url = new URL(address);
  const startedAt = performance.now();
  const targets = await resolveHost(url.hostname.replace(/^\[|\]$/g, ""), policy, timeouts.connectMs);
  const isSecure = url.protocol === "https:";
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method,
    agent: false,
    lookup: lookupAmong(targets),
    headers: { "user-agent": "Porchlight", ...headers },
  });
  const remainingMs = timeouts.totalMs - (performance.now() - startedAt);
  return { request, ready: isSecure ? "secureConnect" : "connect", remainingMs };
}

interface Target {
  address: string;
  family: number;
}

async function resolveHost(host: string, policy: OutboundPolicy, timeoutMs: number): Promise<Target[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OutboundError("The host name was not resolved in time.")), timeoutMs);
  });
  try {
    const targets = await Promise.race([lookup(host, { all: true }), timeout]);
    // All of them, because any of them may be used.
    if (!policy.privateTargets && !targets.every(({ address }) => isPublicAddress(address)))
      throw new OutboundError("The host name resolves to a private address.");
    return targets;
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(`The host name cannot be resolved (${codeOf(error)}).`, { cause: error });
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

import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "./caller.ts";

/** One request, as use cases see it. */
export interface RequestContext {
  /** Also sent to the client, in `X-Wix-Request-Id`. */
  id: string;
  caller: Caller;
  /** The client's network as rate limits count it: an IPv4 address or an IPv6 prefix. */
  ip: string;
  userAgent: string | undefined;
  /** Set if a replica of the database may serve the request. */
  replicaReads?: ReplicaReads;
}

/** How up to date a replica must be. */
export interface ReplicaReads {
  /** The caller's `X-Wix-Consistent`, the position of its last write. */
  after: string | undefined;
}

/** The part of a request that most use cases need. Commands and jobs pass it without a request. */
export type Requester = Pick<RequestContext, "caller">;

/** A request before it is authenticated. */
export type IncomingRequest = Omit<RequestContext, "caller"> & {
  caller?: Caller;
  /** Whether it has changed the database. */
  hasWritten?: boolean;
};

const storage = new AsyncLocalStorage<IncomingRequest>();

/** Runs `work` within a request, so that the audit log can record the request it belongs to. */
export function runInRequestContext<Result>(request: IncomingRequest, work: () => Result): Result {
  return storage.run(request, work);
}

/** The current request; `undefined` on the command line and in workers. */
export function currentRequest(): IncomingRequest | undefined {
  return storage.getStore();
}

/** Records the caller of the current request. */
export function setCaller(caller: Caller): void {
  const request = storage.getStore();
  if (request) request.caller = caller;
}

import type { Environment } from "../../environment.ts";
import type { Emitter, Session } from "../../events.ts";
import type { Hosts } from "../../http/hosts.ts";
import type { Authorizer } from "../../transport.ts";

/**
 * How a failed renewal affects the session. `patient`: only a definite rejection ends it. `contract`: any failure
 * replaces the member by a visitor, as the contract literally specifies.
 */
export type RenewalPolicy = "patient" | "contract";

/** What a client provides to its strategy. */
export interface Connection {
  hosts: Hosts;
  fetch: typeof fetch;
  environment: Environment;
  emitter: Emitter;
  renewalPolicy: RenewalPolicy | undefined;
  /** Whether timers may run between calls; `false` for clients that live for one request. */
  background: boolean;
  /** As set by the application. */
  useCDN: boolean | undefined;
  /** Ends the session on the server, if the page cannot. The response has `logoutUrl`, or the code of an `error`. */
  endSession?(): Promise<Response>;
}

/** How a client authenticates: `createClient` connects it and exposes its interface as `client.auth`. */
export interface AuthStrategy<Auth> {
  connect(connection: Connection): ConnectedStrategy<Auth>;
}

/** A strategy bound to a client. */
export interface ConnectedStrategy<Auth> {
  auth: Auth;
  authorizer: Authorizer;
  session(): Session;
  /** Host of module calls, if the strategy determines it. */
  host?: keyof Hosts;
  /** Additional headers of every call; names in lower case. */
  authHeaders?: Readonly<Record<string, string>>;
}

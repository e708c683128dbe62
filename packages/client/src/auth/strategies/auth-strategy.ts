import type { Environment } from "../../environment.ts";
import type { Emitter, Session } from "../../events.ts";
import type { Hosts } from "../../http/hosts.ts";
import type { Authorizer } from "../../transport.ts";

/**
 * How a failed renewal affects the session. `patient`: only a definite rejection ends it. `contract`: any failure
 * replaces the member by a visitor, as the contract literally specifies.
 */
export type RenewalPolicy = "patient" | "contract";

/** What a client gives its strategy. */
export interface Connection {
  hosts: Hosts;
  fetch: typeof fetch;
  environment: Environment;
  emitter: Emitter;
  renewalPolicy: RenewalPolicy | undefined;
  /** Whether timers may run between calls; off where a client lives for one request. */
  background: boolean;
  /** As the application gave it. */
  useCDN: boolean | undefined;
}

/** How a client speaks for its caller: `createClient` connects it and shows its face as `client.auth`. */
export interface AuthStrategy<Face> {
  connect(connection: Connection): ConnectedStrategy<Face>;
}

/** A strategy that is bound to a client. */
export interface ConnectedStrategy<Face> {
  auth: Face;
  authorizer: Authorizer;
  session(): Session;
  /** Where the calls of modules go, when the strategy has a say in it. */
  host?: keyof Hosts;
  /** What goes with every call beside the token; names in lower case. */
  authHeaders?: Readonly<Record<string, string>>;
}

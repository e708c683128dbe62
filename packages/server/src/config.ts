import type { Logger } from "pino";
import type { Connection } from "./db/database.ts";

/** Everything a server needs to be told; `cli` makes it from the environment. */
export interface ServerConfig {
  connection: Connection;
  /** 32 bytes. Signing keys and codes depend on it: the same for every node, and kept for ever. */
  secretKey: Buffer;
  /** Where the public reaches this server, without a slash at the end. The only source of addresses in tokens. */
  publicUrl: string;
  /** Where the member site is, when there is one: mails link to it and post addresses point there; else mails have no links. */
  siteUrl?: string | undefined;
  /** Mail leaves through this server; without one it lands in the development inbox. */
  smtpUrl?: string | undefined;
  /** Sender of mails, like `Porchlight <hello@example.com>`. */
  mailFrom: string;
  /** Folder for pictures, absolute or from the working folder; made when the first one comes. */
  mediaDir: string;
  production: boolean;
  /** Whether whoever composes answers {@link Server.metrics} somewhere else, and `/metrics` is no address here. */
  metricsApart?: boolean | undefined;
  /** False counts no requests: for load tests. On unless given. */
  rateLimits?: boolean | undefined;
  logger: Logger;
  /** The clock, for tests. */
  now?: (() => Date) | undefined;
}

import type { Logger } from "pino";
import type { Connection } from "./db/database.ts";
import type { OutboundPolicy } from "./http/outbound/send-outbound.ts";
import type { MessageWebhook } from "./messaging/webhook.ts";
import type { S3Location } from "./storage/s3-store.ts";

/** What the platform needs to know about the installation. */
export interface PlatformConfig {
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
  /** Texts, calls and questions to devices leave through it; without one they land in the development inbox. */
  messageWebhook?: MessageWebhook | undefined;
  /** Where events may be sent; to public addresses at the usual ports unless given. */
  outbound?: OutboundPolicy | undefined;
  /** Folder for pictures, absolute or from the working folder; made when the first one comes. */
  mediaDir: string;
  /** Where files are kept instead; uploads under way and pictures in other sizes stay in the folder. */
  mediaS3?: S3Location | undefined;
  production: boolean;
  /** Whether whoever composes answers {@link Server.metrics} somewhere else, and `/metrics` is no address here. */
  metricsApart?: boolean | undefined;
  /** False counts no requests: for load tests. On unless given. */
  rateLimits?: boolean | undefined;
  logger: Logger;
  /** Where the captcha's provider is asked, and where its script is, when that is not its usual address. */
  captchaVerifyUrl?: string | undefined;
  captchaScriptUrl?: string | undefined;
  /** The clock, for tests. */
  now?: (() => Date) | undefined;
}

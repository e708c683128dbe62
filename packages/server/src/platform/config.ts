import type { SiteTheme } from "@porchlight/contract/site/site-settings";
import type { Logger } from "pino";
import type { PasswordHashing } from "./crypto/passwords.ts";
import type { Connection } from "./db/database.ts";
import type { OutboundPolicy } from "./http/outbound/send-outbound.ts";
import type { MessageWebhook } from "./messaging/webhook.ts";
import type { TextCatalog } from "./settings/custom-texts.ts";
import type { S3Location } from "./storage/s3-client.ts";

/** Configuration of an installation. */
export interface PlatformConfig {
  connection: Connection;
  /** 32 bytes. Must be the same on every node and never change: signing keys and codes depend on it. */
  secretKey: Buffer;
  /** Public URL of this server without a trailing slash; the issuer of tokens. */
  publicUrl: string;
  /** URL of the member site, for links in emails and post URLs. Without it, emails have no links. */
  siteUrl?: string | undefined;
  /** Texts of the member site itself, which the owner can replace. Default: none. */
  siteTexts?: TextCatalog | undefined;
  /** Rules of the fonts that the member site serves, by theme; for server-rendered pages. Default: none. */
  siteFonts?: Readonly<Record<SiteTheme, string>> | undefined;
  /** Mail server. Default: the development inbox. */
  smtpUrl?: string | undefined;
  /** Sender of emails, such as `Porchlight <hello@example.com>`. */
  mailFrom: string;
  /** Delivers text messages, calls and push requests. Default: the development inbox. */
  messageWebhook?: MessageWebhook | undefined;
  /** Allowed targets of outbound requests. Default: public addresses at ports 80 and 443. */
  outbound?: OutboundPolicy | undefined;
  /** Folder for media files; created when needed. */
  mediaDir: string;
  /** Stores media files instead; uploads in progress and resized images stay in `mediaDir`. */
  mediaS3?: S3Location | undefined;
  /** Folder of backups; created when needed. No file in it is served without a signed link. */
  backupDir: string;
  /** Stores backups instead. */
  backupS3?: S3Location | undefined;
  /** Folder to which the write-ahead log of the embedded database is copied. Default: it is not archived. */
  walArchiveDir?: string | undefined;
  /** Encrypts backups. Default: they are not encrypted. */
  backupPassphrase?: string | undefined;
  production: boolean;
  /** Whether people may create and delete their accounts themselves. Default: true. */
  allowsSelfService?: boolean | undefined;
  /** Lifetimes of sessions in milliseconds. Default: 30 days without use for visitors, 90 for members, 365 in total. */
  sessionTtl?: { idleMs: number; absoluteMs: number } | undefined;
  /** Whether the host program serves {@link Server.metrics} itself, and the server has no `/metrics`. */
  externalMetrics?: boolean | undefined;
  /** Whether GraphQL clients may read the schema. Default: true. */
  graphqlIntrospection?: boolean | undefined;
  /** False disables rate limits, for load tests. Default: true. */
  rateLimits?: boolean | undefined;
  logger: Logger;
  /** Overrides the URLs of the captcha provider. */
  captchaVerifyUrl?: string | undefined;
  captchaScriptUrl?: string | undefined;
  /** Registry with the newest version, without a trailing slash. Default: the npm registry. */
  updateRegistryUrl?: string | undefined;
  /** Cost of password hashes, for tests. Default: 19 MiB, two passes. */
  passwordHashing?: PasswordHashing | undefined;
  /** The clock, for tests. */
  now?: (() => Date) | undefined;
}

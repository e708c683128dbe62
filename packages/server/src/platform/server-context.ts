import type { Logger } from "pino";
import type { PlatformConfig } from "./config.ts";
import type { Passwords } from "./crypto/passwords.ts";
import type { Secrets } from "./crypto/secrets.ts";
import type { Db } from "./db/database.ts";
import type { ReadReplicas } from "./db/read-replicas.ts";
import type { Language } from "./i18n/texts.ts";
import type { AccessTokens } from "./identity/access-tokens.ts";
import type { ApiKeys } from "./identity/api-keys.ts";
import type { LiveSessions } from "./identity/live-sessions.ts";
import type { RefreshConfirmations } from "./identity/refresh-confirmations.ts";
import type { WebhookKeys } from "./identity/webhook-keys.ts";
import type { JobKind } from "./jobs/jobs-store.ts";
import type { RateLimits } from "./rate-limits/rate-limits.ts";
import type { SiteTextsReader, TextCatalog } from "./settings/custom-texts.ts";
import type { Settings } from "./settings/settings-store.ts";
import type { MediaStore } from "./storage/file-store.ts";
import type { Renderer } from "./storage/renderer/renderer.ts";
import type { SizeCache } from "./storage/renderer/size-cache.ts";

/** The site that this server serves. */
export interface Site {
  id: string;
  name: string;
  language: string;
  /** Languages of hosted pages and emails in addition to `language`. */
  languages: readonly Language[];
  /** IANA name. */
  timeZone: string;
  /** Whether it is the main site of the installation, whose URL is `PUBLIC_URL`. */
  isMain: boolean;
}

/** Services for every area. Use cases take it as an argument; areas extend it with their own services. */
export interface ServerContext {
  db: Db;
  /** Absent without replicas. */
  replicas?: ReadReplicas | undefined;
  site: Site;
  config: PlatformConfig;
  settings: Settings;
  siteTexts: SiteTextsReader;
  /** The built-in texts that the owner can replace. */
  textCatalog: TextCatalog;
  secrets: Secrets;
  passwords: Passwords;
  accessTokens: AccessTokens;
  apiKeys: ApiKeys;
  liveSessions: LiveSessions;
  webhookKeys: WebhookKeys;
  refreshConfirmations: RefreshConfirmations;
  limits: RateLimits;
  media: MediaStore;
  /** Cache of resized images. */
  sizes: SizeCache;
  renderer: Renderer;
  log: Logger;
  now(): Date;
  /** Starts waiting jobs of this kind now; call after the transaction that added one. */
  wakeJobs(kind: JobKind): void;
  /** Delivers outbox entries now; call after the transaction that added them. */
  wakeOutbox(): void;
  /** Wakes the webhook worker; call after the transaction that recorded events. */
  wakeWebhooks(): void;
}

/**
 * What code inside a transaction may use. It has no `db`: a query outside the transaction could wait for the
 * transaction's own connection and deadlock the pool.
 */
export type TxContext = Omit<ServerContext, "db">;

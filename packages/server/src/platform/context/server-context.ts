import type { Logger } from "pino";
import type { ServerConfig } from "./config.ts";
import type { Db } from "../db/database.ts";
import type { ItemHooks } from "../../data/hooks/item-hooks.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { MediaFolder } from "../storage/file-store.ts";
import type { Renderer } from "../storage/renderer/renderer.ts";
import type { SizeCache } from "../storage/renderer/size-cache.ts";
import type { Passwords } from "../crypto/passwords.ts";
import type { Secrets } from "../crypto/secrets.ts";
import type { AccessTokens } from "../identity/access-tokens.ts";
import type { ApiKey, ApiKeys } from "../identity/api-keys.ts";
import type { LiveSessions } from "../identity/live-sessions.ts";
import type { Renewals } from "../identity/renewals.ts";
import type { WebhookKeys } from "../identity/webhook-keys.ts";
import type { Settings } from "../settings/settings.ts";
import type { SiteTextsReader } from "../settings/custom-texts.ts";
import type { PostViews } from "../../blog/analytics/post-views.ts";

/** Who asks. Set once for each request, by `http/authenticate.ts`. */
export type Caller =
  | { kind: "anonymous" }
  /** `apiKey`: a program of the owner that speaks for this visitor or member. */
  | { kind: "visitor"; appId: string; sessionId: string; visitorId: string; apiKey?: ApiKey }
  | { kind: "member"; appId: string; sessionId: string; memberId: string; apiKey?: ApiKey }
  /** Somebody at a hosted page, on the way into this app: no more than a visitor. */
  | { kind: "hostedPage"; appId: string }
  /** A program of the owner that speaks for itself. */
  | { kind: "apiKey"; apiKey: ApiKey }
  /** Whoever has the machine: the command line. */
  | { kind: "owner" };

/** The site that this server answers for. */
export interface Site {
  id: string;
  name: string;
  /** As the settings were when this server started. */
  language: string;
  timeZone: string;
}

/** What use cases work with; handed down, never imported. */
export interface Deps {
  db: Db;
  site: Site;
  config: ServerConfig;
  settings: Settings;
  siteTexts: SiteTextsReader;
  secrets: Secrets;
  passwords: Passwords;
  accessTokens: AccessTokens;
  apiKeys: ApiKeys;
  liveSessions: LiveSessions;
  webhookKeys: WebhookKeys;
  renewals: Renewals;
  limits: RateLimits;
  media: MediaFolder;
  views: PostViews;
  /** What the site has done before and after what is done with items. */
  hooks: ItemHooks;
  /** Pictures in other sizes: those that were made, and who makes them. */
  sizes: SizeCache;
  renderer: Renderer;
  log: Logger;
  now(): Date;
  /** Tells the outbox's worker that there is work; called after the transaction that wrote it. */
  wakeOutbox(): void;
  /** Tells the worker that delivers events of them; called after the transaction. */
  wakeWebhooks(): void;
}

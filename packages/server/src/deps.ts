import type { Logger } from "pino";
import type { ServerConfig } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { ItemHooks } from "./item-hooks.ts";
import type { RateLimits } from "./limits/rate-limits.ts";
import type { MediaFolder } from "./media/media-folder.ts";
import type { Renderer } from "./media/sizes/renderer.ts";
import type { SizeCache } from "./media/sizes/size-cache.ts";
import type { Passwords } from "./passwords.ts";
import type { Secrets } from "./secrets.ts";
import type { AccessTokens } from "./sessions/access-tokens.ts";
import type { ApiKey, ApiKeys } from "./sessions/api-keys.ts";
import type { LiveSessions } from "./sessions/live-sessions.ts";
import type { Renewals } from "./sessions/renewals.ts";
import type { WebhookKeys } from "./sessions/webhook-keys.ts";
import type { Settings } from "./settings.ts";
import type { SiteTextsReader } from "./site-texts.ts";
import type { PostViews } from "./views/post-views.ts";

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

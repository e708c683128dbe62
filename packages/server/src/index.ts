/** Runs a Porchlight server inside another program. */

export type {
  ChangeHookContext,
  CollectionHooks,
  HookContext,
  HookItem,
  HookItems,
  HookQuery,
  SiteHooks,
} from "./data/hooks/site-hooks.ts";
export type { ApiKeyRole, Caller } from "./platform/context/caller.ts";
export { InvalidArguments, Refusal } from "./platform/context/errors.ts";
export type { Connection } from "./platform/db/database.ts";
export type { RequestOrigin } from "./platform/http/serve.ts";
export type { MessageWebhook } from "./platform/messaging/webhook.ts";
export type { Metrics } from "./platform/metrics/metrics.ts";
export type { Site } from "./platform/server-context.ts";
export type { S3Location } from "./platform/storage/s3-client.ts";
export { createServer, type Server } from "./server.ts";
export type { AppContext, ServerConfig, SiteServer } from "./sites/app-context.ts";

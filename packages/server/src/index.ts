/** Runs a Porchlight server inside another program. */
export type { AppContext, ServerConfig } from "./app-context.ts";
export { syncSiteApp } from "./auth/apps/site-app.ts";
export { captchaSources } from "./auth/captcha/captcha.ts";
export { recordPageView } from "./blog/analytics/post-views.ts";
export { createPageRevision } from "./blog/page-revision/page-revision.ts";
export { findRedirect } from "./blog/slugs/find-redirect.ts";
export type {
  ChangeHookContext,
  CollectionHooks,
  HookContext,
  HookItem,
  HookItems,
  HookQuery,
  SiteHooks,
} from "./data/hooks/site-hooks.ts";
export { importPath } from "./data/import-export/start-transfer.ts";
export { uploadPath } from "./media/files/upload-url.ts";
export type { ApiKeyRole, Caller } from "./platform/context/caller.ts";
export { InvalidArguments, Refusal } from "./platform/context/errors.ts";
export type { Connection } from "./platform/db/database.ts";
export type { RequestOrigin } from "./platform/http/serve.ts";
export type { MessageWebhook } from "./platform/messaging/webhook.ts";
export type { Metrics } from "./platform/metrics/metrics.ts";
export type { Site } from "./platform/server-context.ts";
export { getBranding, type SiteBranding } from "./platform/settings/branding.ts";
export type { S3Location } from "./platform/storage/s3-store.ts";
export { createServer, type Server } from "./server.ts";

export { AppDefinitionError } from "./auth/app-addresses.ts";
export { createApiKey } from "./auth/create-api-key.ts";
export { type CreateAppInput, createApp } from "./auth/create-app.ts";
export { keepSiteApp } from "./auth/keep-site-app.ts";
export { type ApiKeySummary, listApiKeys } from "./auth/list-api-keys.ts";
export { type AppSummary, listApps } from "./auth/list-apps.ts";
export { revokeApiKey } from "./auth/revoke-api-key.ts";
export { createPost, type NewPost } from "./blog/create-post.ts";
export { findRedirect } from "./blog/find-redirect.ts";
export { getTotalPosts } from "./blog/get-total-posts.ts";
export {
  type FrontMatter,
  FrontMatterError,
  type FrontMatterReading,
  readFrontMatter,
} from "./blog/import/front-matter.ts";
export type { ImportNote } from "./blog/import/import-note.ts";
export {
  type ImportCounts,
  type ImportEntry,
  type ImportOptions,
  type ImportOutcome,
  importPosts,
} from "./blog/import/import-posts.ts";
export { MarkdownFolderError } from "./blog/import/list-folder.ts";
export { type ImportSource, openMarkdownFolder } from "./blog/import/open-markdown-folder.ts";

export type { ServerConfig } from "./config.ts";
export { type Connection, type Db, openDatabase } from "./db/database.ts";
export {
  type EmbeddedEngine,
  EngineError,
  type EngineErrorCode,
  type StartEngineOptions,
  startEmbeddedEngine,
} from "./db/embedded/engine.ts";
export { type DatabaseHealth, readDatabaseHealth } from "./db/health.ts";
export { MigrationError, migrate } from "./db/migrate.ts";
export type { Caller, Deps, Site } from "./deps.ts";
export { InvalidArguments, Refusal } from "./errors.ts";
export { countOutbox, type OutboxCounts } from "./events/count-outbox.ts";
export type { RequestOrigin } from "./http/serve.ts";
export { verifySmtp } from "./mail/verify-smtp.ts";
export { createMediaRehearsal } from "./media/media-folder.ts";
export { approveMember } from "./members/approve-member.ts";
export { type CreateMemberInput, createMember } from "./members/create-member.ts";
export { listMembers } from "./members/list-members.ts";
export type { MemberSummary } from "./members/member-summary.ts";
export { rejectMember } from "./members/reject-member.ts";
export type { Metrics } from "./metrics/metrics.ts";
export { createSecrets } from "./secrets.ts";
export { createServer, openOperator, type Server } from "./server.ts";
export type { ApiKeyRole } from "./sessions/api-keys.ts";
export { checkSigningKeys, KeyRingError } from "./sessions/key-ring.ts";
export {
  parseSetting,
  readSettings,
  SettingError,
  type SettingName,
  type SettingValues,
  settingName,
  writeSetting,
} from "./settings.ts";
export { nameSite } from "./site.ts";

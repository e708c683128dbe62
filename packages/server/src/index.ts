export type { ImportJob, ImportSourceFacts, UndoneImport } from "@porchlight/contract/blog/import-job";
export type { DataIndex } from "@porchlight/contract/data/data-index";
export { type ClosedStatus, closeAccount } from "./auth/account/close-account.ts";
export { deleteMember } from "./auth/account/delete-member.ts";
export { type InviteMemberInput, inviteMember } from "./auth/account/invite-member.ts";
export { reopenAccount } from "./auth/account/reopen-account.ts";
export { AppDefinitionError } from "./auth/app-addresses.ts";
export { captchaSources } from "./auth/captcha/captcha-sources.ts";
export { createApiKey } from "./auth/create-api-key.ts";
export { type CreateAppInput, createApp } from "./auth/create-app.ts";
export { resetSecondSteps } from "./auth/factors/reset-second-steps.ts";
export { keepSiteApp } from "./auth/keep-site-app.ts";
export { type ApiKeySummary, listApiKeys } from "./auth/list-api-keys.ts";
export { type AppSummary, listApps } from "./auth/list-apps.ts";
export { type AuditEntry, type AuditFilter, listAuditEvents } from "./auth/list-audit-events.ts";
export { listSigningKeys, type SigningKeySummary } from "./auth/list-signing-keys.ts";
export { revokeApiKey } from "./auth/revoke-api-key.ts";
export { rotateSigningKeys } from "./auth/rotate-signing-keys.ts";
export { createPost, type NewPost } from "./blog/create-post.ts";
export { type ExportCounts, ExportError, type ExportOptions, exportBlog } from "./blog/export/export-blog.ts";
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
export { type ImportSource, ImportSourceError } from "./blog/import/import-source.ts";
export { getImport, listImportNotes } from "./blog/import/jobs/get-import.ts";
export { listImports } from "./blog/import/jobs/list-imports.ts";
export { prepareImport } from "./blog/import/jobs/prepare-import.ts";
export { runImport } from "./blog/import/jobs/run-import.ts";
export { undoImport } from "./blog/import/jobs/undo-import.ts";
export { MarkdownFolderError } from "./blog/import/list-folder.ts";
export { openImportSource } from "./blog/import/open-import-source.ts";
export { openMarkdownFolder } from "./blog/import/open-markdown-folder.ts";
export { notePageView } from "./blog/pages/note-page-view.ts";
export { createPageRevision } from "./blog/pages/page-revision.ts";
export { seedPosts } from "./blog/seed-posts.ts";
export { brandAccents } from "./brand-colours.ts";
export { changeSetting } from "./change-setting.ts";
export { changeSiteText } from "./change-site-text.ts";
export type { ServerConfig } from "./config.ts";
export { idlePlugins } from "./data/collections/change-collection-plugin.ts";
export { createDataCollection } from "./data/collections/create-data-collection.ts";
export { deleteDataCollection } from "./data/collections/delete-data-collection.ts";
export { getDataCollection } from "./data/collections/get-data-collection.ts";
export { type DefinedCollection, keepCollections, UnkeptCollection } from "./data/collections/keep-collections.ts";
export { listDataCollections } from "./data/collections/list-data-collections.ts";
export { restoreDataCollection } from "./data/collections/restore-data-collection.ts";
export { createDataHook, listDataHooks, removeDataHook } from "./data/hooks/manage-hooks.ts";
export { buildIndexes } from "./data/indexes/build-indexes.ts";
export { createDataIndex, dropDataIndex, listDataIndexes } from "./data/indexes/data-indexes.ts";
export { bulkInsertItems } from "./data/items/bulk-insert-items.ts";
export { countItems } from "./data/items/count-items.ts";
export { seedCollectionId, seedItems } from "./data/items/seed-items.ts";
export { type ProposedIndex, proposeIndexes } from "./data/slow/propose-indexes.ts";
export { exportItemsFile } from "./data/transfers/export-file.ts";
export { importItemsFile } from "./data/transfers/import-file.ts";
export { importPath } from "./data/transfers/start-transfer.ts";
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
export { type AuditEvent, auditEvents } from "./events/audit.ts";
export { countGivenUp, countOutbox, type GivenUp, type OutboxCounts } from "./events/count-outbox.ts";
export type { RequestOrigin } from "./http/serve.ts";
export { listMailTemplates, type MailTemplateSummary } from "./mail/list-mail-templates.ts";
export { type MailPreview, previewMailTemplate } from "./mail/preview-mail-template.ts";
export { resetMailTemplate } from "./mail/reset-mail-template.ts";
export { setMailTemplate } from "./mail/set-mail-template.ts";
export { type ShownMailTemplate, showMailTemplate } from "./mail/show-mail-template.ts";
export { MailTemplateError } from "./mail/template-error.ts";
export { mailTemplateName } from "./mail/template-name.ts";
export { verifySmtp } from "./mail/verify-smtp.ts";
export { uploadPath } from "./media/files/upload-address.ts";
export { keepLogo, logoMaxBytes } from "./media/keep-logo.ts";
export { createMediaRehearsal, MediaWriteError } from "./media/media-folder.ts";
export type { S3Location } from "./media/s3-location.ts";
export { verifyS3 } from "./media/s3-store.ts";
export { approveMember } from "./members/approve-member.ts";
export { type CreateMemberInput, createMember } from "./members/create-member.ts";
export { listMembers } from "./members/list-members.ts";
export type { MemberSummary } from "./members/member-summary.ts";
export { rejectMember } from "./members/reject-member.ts";
export { seedMembers } from "./members/seed-members.ts";
export { type MessageWebhook, pingMessageWebhook } from "./messages/webhook.ts";
export type { Metrics } from "./metrics/metrics.ts";
export { createSecrets } from "./secrets.ts";
export type { SeedOptions } from "./seed/batches.ts";
export { createServer, openOperator, type Server } from "./server.ts";
export type { ApiKeyRole } from "./sessions/api-keys.ts";
export { checkSigningKeys, KeyRingError } from "./sessions/key-ring.ts";
export {
  isPicture,
  type LogoPicture,
  parseSetting,
  readSettings,
  SettingError,
  type SettingName,
  type SettingValues,
  settingName,
  shownSetting,
} from "./settings.ts";
export { nameSite } from "./site.ts";
export { type SiteLooks, siteLooks } from "./site-brand.ts";
export type {
  ChangeHookContext,
  CollectionHooks,
  HookContext,
  HookItem,
  HookItems,
  HookQuery,
  SiteHooks,
} from "./site-hooks.ts";
export {
  findSiteTexts,
  listTexts,
  parseText,
  type SiteText,
  TextError,
  textKey,
  textLanguage,
} from "./site-texts.ts";
export { type CreateWebhookInput, createWebhook } from "./webhooks/create-webhook.ts";
export type { DeliveryLine, DeliveryRecord, DeliveryStatus } from "./webhooks/deliveries-store.ts";
export { shortEventName } from "./webhooks/event-names.ts";
export { getDelivery } from "./webhooks/get-delivery.ts";
export { type DeliveryFilter, listDeliveries } from "./webhooks/list-deliveries.ts";
export { listWebhooks, type WebhookSummary } from "./webhooks/list-webhooks.ts";
export { pauseWebhook } from "./webhooks/pause-webhook.ts";
export { readPublicKeys } from "./webhooks/read-public-keys.ts";
export { redeliver } from "./webhooks/redeliver.ts";
export { removeWebhook } from "./webhooks/remove-webhook.ts";
export { replayWebhook } from "./webhooks/replay-webhook.ts";
export { rotateWebhookKey } from "./webhooks/rotate-webhook-key.ts";
export { WebhookError } from "./webhooks/webhook-error.ts";

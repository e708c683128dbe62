/**
 * Operations on an installation, for the CLI, tests and benchmarks. Each takes an {@link AppContext}, from
 * {@link openOperator} or `server.context`.
 */

export { InvalidArguments, Refusal } from "./platform/context/errors.ts";
export type { AppContext } from "./sites/app-context.ts";

// Database

export { currentRequest } from "./platform/context/request-context.ts";
export { type Db, openDatabase } from "./platform/db/database.ts";
export {
  type EmbeddedEngine,
  EngineError,
  type EngineErrorCode,
  type StartEngineOptions,
  startEmbeddedEngine,
} from "./platform/db/embedded/engine.ts";
export { type DatabaseHealth, readDatabaseHealth } from "./platform/db/health.ts";
export { MigrationError, migrate, planMigrations } from "./platform/db/migrate.ts";
export type { PlannedMigration } from "./platform/db/migration-plan.ts";
export { observeQueries, type QueryEvent, summarizeQuery } from "./platform/db/query-channel.ts";
export { type JobAttempt, jobChannel } from "./platform/jobs/job-queue.ts";
export {
  type MetricFamily,
  type ObservedRequest,
  requestChannel,
} from "./platform/metrics/metrics.ts";
export { openOperator } from "./server.ts";

// Backups

export { BackupError, type BackupManifest } from "./backups/backup-archive.ts";
export type { BackupFile } from "./backups/backup-folder.ts";
export { openBackupStore } from "./backups/backup-store.ts";
export { type BackupProgress, createBackup, writeBackupFile, writeSiteBackupFile } from "./backups/create-backup.ts";
export { type RestoredBackup, type RestoreTarget, restoreBackup } from "./backups/restore-backup.ts";
export { type VerifiedBackup, verifyBackup } from "./backups/verify-backup.ts";

export { createBaseBackup } from "./platform/db/embedded/wal-archive.ts";

// Sites of an installation

export { describeQuota, formatAmount, quotaKinds } from "./platform/db/quotas.ts";
export {
  createSite,
  listSites,
  type NewSite,
  type QuotaChanges,
  type SiteChange,
  SiteError,
  type SiteSummary,
  updateSite,
} from "./sites/manage-sites.ts";
export { removeSite } from "./sites/remove-site.ts";
export { type RestoredSite, restoreSite } from "./sites/restore-site.ts";

// Health

export {
  checkDatabase,
  evaluateDatabase,
  evaluateJobs,
  evaluateKeys,
  evaluateOwnerEmail,
  evaluateQueries,
} from "./health/check-database.ts";
export { checkEngine, checkPooler } from "./health/check-engine.ts";
export { checkReplicas } from "./health/check-replicas.ts";
export {
  checkBackups,
  checkBucket,
  checkMail,
  checkMessages,
  checkNode,
  checkSpace,
  evaluateSpace,
  type Finding,
  ok,
  problem,
  warning,
} from "./health/check-services.ts";
export { checkSites, findMainSecrets } from "./health/check-sites.ts";

// Signing keys and secrets

export { listSigningKeys, rotateSigningKeys, type SigningKeySummary } from "./auth/tokens/signing-keys.ts";
export { createSecrets } from "./platform/crypto/secrets.ts";
export { checkSigningKeys, KeyRingError } from "./platform/identity/key-ring.ts";

// Settings, texts and branding

export { getBranding, type SiteBranding } from "./platform/settings/branding.ts";
export {
  createTextCatalog,
  listTexts,
  parseText,
  parseTextKey,
  parseTextLanguage,
  TextError,
} from "./platform/settings/custom-texts.ts";
export { type LogoImage, settingHelp } from "./platform/settings/setting-schema.ts";
export {
  displaySetting,
  initialSettings,
  isLogoSetting,
  parseSetting,
  parseSettingName,
  SettingError,
  type SettingName,
  type SettingValues,
  settingGroups,
} from "./platform/settings/settings.ts";
export { readSettings } from "./platform/settings/settings-store.ts";
export { findSiteTexts, type SiteText } from "./platform/settings/site-texts-store.ts";
export {
  applyWebsiteMetadata,
  settingsFromMetadata,
  type WebsiteMetadata,
} from "./site-admin/apply-website-metadata.ts";
export { openSitePreview } from "./site-admin/preview-site-settings.ts";
export { renameSite, updateSetting, updateSiteText } from "./site-admin/update-settings.ts";
export { maxLogoBytes, uploadLogo } from "./site-admin/upload-logo.ts";
export { type MemberView, openMemberView } from "./staff/view-as-member.ts";

// Background jobs

export { cancelJob, getJob, listJobs, retryJob } from "./manage-jobs.ts";
export {
  countJobs,
  type Job,
  type JobCounts,
  type JobKind,
  type JobState,
  jobKinds,
  jobStates,
} from "./platform/jobs/jobs-store.ts";

// Emails and messages

export { MailTemplateError } from "./platform/mail/templates/template-html.ts";
export { verifySmtp } from "./platform/mail/verify-smtp.ts";
export { pingMessageWebhook } from "./platform/messaging/webhook.ts";
export {
  getMailTemplate,
  listMailTemplates,
  type MailTemplateDetails,
  type MailTemplateSummary,
} from "./site-admin/mail-templates/get-mail-template.ts";
export { type MailPreview, previewMailTemplate } from "./site-admin/mail-templates/preview-mail-template.ts";
export { resetMailTemplate, setMailTemplate } from "./site-admin/mail-templates/set-mail-template.ts";
export { parseMailTemplateName } from "./site-admin/mail-templates/validate-mail-template.ts";

// Members

export { type ClosedStatus, closeAccount, reopenAccount } from "./auth/account/close-account.ts";
export { deleteMember } from "./auth/account/delete-member.ts";
export { exportMembers } from "./auth/account/export-members.ts";
export { type InviteMemberInput, inviteMember } from "./auth/account/invite-member.ts";
export { captchaSources } from "./auth/captcha/captcha.ts";
export { resetMfa } from "./auth/mfa/reset-mfa.ts";
export { type CreateMemberInput, createMember } from "./members/administration/create-member.ts";
export type { MemberSummary } from "./members/administration/list-members.ts";
export { listMembers, showMember } from "./members/administration/list-members.ts";
export { approveMember, rejectMember } from "./members/administration/review-member.ts";
export { seedMembers } from "./members/administration/seed-members.ts";

// Apps

export { AppDefinitionError } from "./auth/apps/app-addresses.ts";
export { type AppSummary, type CreateAppInput, createApp, listApps } from "./auth/apps/apps.ts";
export { syncSiteApp } from "./auth/apps/site-app.ts";

// API keys

export { type ApiKeySummary, createApiKey, listApiKeys, revokeApiKey } from "./auth/api-keys.ts";

// Staff

export { changeStaffRole, createStaff, inviteStaff, listStaff, removeStaff } from "./staff/manage-staff.ts";
export { createSetupLink } from "./staff/setup-link.ts";

// Audit log

export { type AuditEvent, auditEvents } from "./platform/audit/audit.ts";
export { type AuditEntry, type AuditFilter, listAuditEvents } from "./site-admin/list-audit-events.ts";

// Blog

export { recordPageView } from "./blog/analytics/post-views.ts";
export { type PostToSave, type SaveAction, type SavedPost, savePost } from "./blog/drafts/write/save-post.ts";
export { publishSitePage } from "./blog/pages/publish-page.ts";
export { listPublishedPages } from "./blog/pages/published-pages.ts";
export { createSitePage } from "./blog/pages/write-page.ts";
export { createPost, type NewPost } from "./blog/posts/create-post.ts";
export { getTotalPosts } from "./blog/posts/post-stats.ts";
export { seedPosts } from "./blog/posts/seed-posts.ts";
export { resolveRedirect } from "./blog/slugs/find-redirect.ts";
export { createCategory } from "./blog/taxonomy/write/write-categories.ts";

// Import and export of a blog

export type {
  ImportJob,
  ImportNote,
  ImportSource,
  UndoImportResponse,
} from "@porchlight/contract/blog/imports/import-job";
export { type ExportCounts, ExportError, type ExportOptions, exportBlog } from "./blog/export/export-blog.ts";
export { getImport, listImportNotes, listImports } from "./blog/import/jobs/list-imports.ts";
export { type ImportRehearsal, type RehearsalOptions, rehearseImport } from "./blog/import/jobs/rehearse-import.ts";
export { runImport } from "./blog/import/jobs/run-import.ts";
export { prepareImport } from "./blog/import/jobs/start-import.ts";
export { undoImport } from "./blog/import/jobs/undo-import.ts";
export { importPath as blogImportPath } from "./blog/import/jobs/upload-import.ts";
export type { ImportContents } from "./blog/import/store/count-contents.ts";
export type { ImportCounts, ImportOutcome } from "./blog/import/store/import-posts.ts";

// Collections: definitions

export { createDataCollection } from "./data/collections/create-data-collection.ts";
export { unsupportedPlugins } from "./data/collections/definition/change-collection-plugin.ts";
export { deleteDataCollection, restoreDataCollection } from "./data/collections/delete-data-collection.ts";
export { getDataCollection, listDataCollections } from "./data/collections/list-data-collections.ts";
export {
  CollectionSyncError,
  type DefinedCollection,
  syncCollections,
} from "./data/collections/sync-collections.ts";

// Collections: hooks

export { createDataHook, listDataHooks, removeDataHook } from "./data/hooks/manage-hooks.ts";

// Collections: indexes

export type { DataIndex } from "@porchlight/contract/data/indexes/data-index";
export { buildIndexes } from "./data/indexes/build-indexes.ts";
export { createDataIndex, dropDataIndex, listDataIndexes } from "./data/indexes/data-indexes.ts";
export { type ProposedIndex, proposeIndexes } from "./data/indexes/propose-indexes.ts";

// Collections: items

export { bulkInsertItems } from "./data/hooks/hooked-bulk.ts";
export { countItems } from "./data/hooks/hooked-reads.ts";
export { exportItemsFile } from "./data/import-export/export-file.ts";
export { importItemsFile } from "./data/import-export/import-file.ts";
export { importPath } from "./data/import-export/start-transfer.ts";
export { seedCollectionId, seedItems } from "./data/items/seed-items.ts";

// Forms

export { createForm } from "./forms/definitions/create-form.ts";
export { deleteForm } from "./forms/definitions/delete-form.ts";
export { getForm } from "./forms/definitions/get-form.ts";
export { listAllForms } from "./forms/definitions/list-forms.ts";
export { exportSubmissionsFile } from "./forms/submissions/export-submissions.ts";
export { listSubmissions } from "./forms/submissions/query-submissions.ts";

// Media

export { uploadBytes } from "./media/files/upload-file.ts";
export { uploadPath } from "./media/files/upload-url.ts";
export { createDryRunStore, MediaWriteError } from "./platform/storage/file-store.ts";
export { verifyS3 } from "./platform/storage/s3-store.ts";

// Webhooks

export { type CreateWebhookInput, createWebhook, shortEventName, WebhookError } from "./webhooks/create-webhook.ts";
export {
  type DeliveryFilter,
  getDelivery,
  listDeliveries,
  redeliverEvent,
  replayWebhook,
} from "./webhooks/deliveries.ts";
export type { DeliveryRecord, DeliveryStatus, DeliverySummary } from "./webhooks/deliveries-store.ts";
export { deleteWebhook, listWebhooks, pauseWebhook, type WebhookSummary } from "./webhooks/manage-webhooks.ts";
export { listWebhookPublicKeys, rotateWebhookKey } from "./webhooks/webhook-keys.ts";

// Demo data

export type { SeedOptions } from "./platform/seed/sample-data.ts";

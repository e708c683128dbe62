/**
 * Operations on an installation, for the CLI, tests and benchmarks. Each takes an {@link AppContext}, from
 * {@link openOperator} or `server.context`.
 */

export type { AppContext } from "./app-context.ts";
export { InvalidArguments, Refusal } from "./platform/context/errors.ts";

// Database

export { type Db, openDatabase } from "./platform/db/database.ts";
export {
  type EmbeddedEngine,
  EngineError,
  type EngineErrorCode,
  type StartEngineOptions,
  startEmbeddedEngine,
} from "./platform/db/embedded/engine.ts";
export { type DatabaseHealth, readDatabaseHealth } from "./platform/db/health.ts";
export { MigrationError, migrate } from "./platform/db/migrate.ts";
export { openOperator } from "./server.ts";

// Signing keys and secrets

export { listSigningKeys, rotateSigningKeys, type SigningKeySummary } from "./auth/tokens/signing-keys.ts";
export { createSecrets } from "./platform/crypto/secrets.ts";
export { checkSigningKeys, KeyRingError } from "./platform/identity/key-ring.ts";

// Settings, texts and branding

export { brandAccents } from "./platform/settings/brand-colors.ts";
export { getBranding, type SiteBranding } from "./platform/settings/branding.ts";
export {
  listTexts,
  parseText,
  parseTextKey,
  parseTextLanguage,
  TextError,
} from "./platform/settings/custom-texts.ts";
export {
  appliedAtStartOf,
  displaySetting,
  initialSettings,
  isLogoSetting,
  type LogoImage,
  parseSetting,
  parseSettingName,
  SettingError,
  type SettingName,
  type SettingValues,
  settingGroups,
  settingHelp,
} from "./platform/settings/settings.ts";
export { readSettings } from "./platform/settings/settings-store.ts";
export { findSiteTexts, type SiteText } from "./platform/settings/site-texts-store.ts";
export { renameSite, updateSetting, updateSiteText } from "./site-admin/update-settings.ts";
export { maxLogoBytes, uploadLogo } from "./site-admin/upload-logo.ts";

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

export { changeStaffRole, inviteStaff, listStaff, removeStaff } from "./staff/manage-staff.ts";
export { createSetupLink } from "./staff/setup-link.ts";

// Audit log

export { type AuditEvent, auditEvents } from "./platform/audit/audit.ts";
export { type AuditEntry, type AuditFilter, listAuditEvents } from "./site-admin/list-audit-events.ts";

// Blog

export { recordPageView } from "./blog/analytics/post-views.ts";
export { createPost, type NewPost } from "./blog/posts/create-post.ts";
export { getTotalPosts } from "./blog/posts/post-stats.ts";
export { seedPosts } from "./blog/posts/seed-posts.ts";
export { findRedirect } from "./blog/slugs/find-redirect.ts";

// Import and export of a blog

export type {
  ImportJob,
  ImportNote,
  ImportSource,
  UndoImportResponse,
} from "@porchlight/contract/blog/imports/import-job";
export { type ExportCounts, ExportError, type ExportOptions, exportBlog } from "./blog/export/export-blog.ts";
export { getImport, listImportNotes, listImports } from "./blog/import/jobs/list-imports.ts";
export { type RehearsalOptions, rehearseImport } from "./blog/import/jobs/rehearse-import.ts";
export { runImport } from "./blog/import/jobs/run-import.ts";
export { prepareImport } from "./blog/import/jobs/start-import.ts";
export { undoImport } from "./blog/import/jobs/undo-import.ts";
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

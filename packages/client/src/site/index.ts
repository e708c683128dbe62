export type {
  ListMailTemplatesResponse as MailTemplateList,
  MailFailure,
  MailKind,
  MailPart,
  MailPartProblem,
  MailParts,
  MailTemplate,
  MailTemplateSummary,
  RenderedMail,
} from "@porchlight/contract/site/mail/mail-template";
export type {
  ListSiteTextsResponse as SiteTextList,
  LogoSetting,
  SiteSetting,
  SiteSettingKind,
  SiteSettings,
  SiteSettingValue,
  SiteText,
} from "@porchlight/contract/site/site-settings";
export type { WebhookKey, WebhookTest } from "@porchlight/contract/webhooks/webhook";
export { type ApiKey, apiKeys } from "./api-keys.ts";
export { apps, type OAuthApp } from "./apps.ts";
export { type AuditEvent, type AuditFilter, auditLog } from "./audit-log.ts";
export { type Backup, type BackupRun, type Backups, backups } from "./backups.ts";
export { blogImports, type ImportJob, type ImportNote } from "./blog-imports.ts";
export { type LoggedMail, type MailLogFilter, mailLog } from "./mail-log.ts";
export { mailTemplates } from "./mail-templates.ts";
export { type BackgroundJob, type HealthFinding, operation } from "./operation.ts";
export {
  type PublishedPage,
  type PublishedPageLink,
  publishedPages,
  type SitePage,
  type SitePageInput,
  type SitePageStatus,
  sitePages,
} from "./pages.ts";
export {
  type RedirectImportResult,
  type SiteRedirect,
  type SiteRedirectInput,
  siteRedirects,
} from "./site-redirects.ts";
export { siteSettings } from "./site-settings.ts";
export { siteTexts } from "./site-texts.ts";
export {
  type DeliveryAttempt,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  webhooks,
} from "./webhooks.ts";

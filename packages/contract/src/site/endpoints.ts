import { endpoint } from "../endpoint.ts";
import type { ApiKeyByIdRequest, CreateApiKeyRequest, CreateApiKeyResponse, ListApiKeysResponse } from "./api-key.ts";
import type {
  AppByIdRequest,
  CreateAppRequest,
  ListAppsResponse,
  SetAppDisabledRequest,
  UpdateAppRequest,
} from "./app.ts";
import type { ListAuditEventsRequest, ListAuditEventsResponse } from "./audit-event.ts";
import type {
  BackgroundJob,
  BackgroundJobByIdRequest,
  ListBackgroundJobsRequest,
  ListBackgroundJobsResponse,
  SiteHealthResponse,
} from "./background-job.ts";
import type { BackupByIdRequest, BackupDownloadLink, CreateBackupResponse, ListBackupsResponse } from "./backup.ts";
import type {
  ListSiteTextsRequest,
  ListSiteTextsResponse,
  PreviewSiteSettingsRequest,
  PreviewSiteSettingsResponse,
  SiteSettingsResponse,
  SiteTextByKeyRequest,
  SiteTextResponse,
  UpdateSiteSettingsRequest,
  UpdateSiteTextRequest,
  UploadLogoRequest,
} from "./site-settings.ts";

export const getSiteSettings = /* @__PURE__ */ endpoint<Record<never, never>, SiteSettingsResponse>(
  "GET",
  "/_api/porchlight/v1/site/settings",
);
export const updateSiteSettings = /* @__PURE__ */ endpoint<UpdateSiteSettingsRequest, SiteSettingsResponse>(
  "PATCH",
  "/_api/porchlight/v1/site/settings",
);
export const previewSiteSettings = /* @__PURE__ */ endpoint<PreviewSiteSettingsRequest, PreviewSiteSettingsResponse>(
  "POST",
  "/_api/porchlight/v1/site/settings/preview",
);
export const uploadSiteLogo = /* @__PURE__ */ endpoint<UploadLogoRequest, SiteSettingsResponse>(
  "PUT",
  "/_api/porchlight/v1/site/logo",
);
export const listAuditEvents = /* @__PURE__ */ endpoint<ListAuditEventsRequest, ListAuditEventsResponse>(
  "GET",
  "/_api/porchlight/v1/site/audit-events",
);
export const listApiKeys = /* @__PURE__ */ endpoint<Record<never, never>, ListApiKeysResponse>(
  "GET",
  "/_api/porchlight/v1/site/api-keys",
);
export const createApiKey = /* @__PURE__ */ endpoint<CreateApiKeyRequest, CreateApiKeyResponse>(
  "POST",
  "/_api/porchlight/v1/site/api-keys",
);
export const revokeApiKey = /* @__PURE__ */ endpoint<ApiKeyByIdRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/site/api-keys/:id",
);
export const listApps = /* @__PURE__ */ endpoint<Record<never, never>, ListAppsResponse>(
  "GET",
  "/_api/porchlight/v1/site/apps",
);
export const createApp = /* @__PURE__ */ endpoint<CreateAppRequest, { id: string }>(
  "POST",
  "/_api/porchlight/v1/site/apps",
);
export const updateApp = /* @__PURE__ */ endpoint<UpdateAppRequest, Record<never, never>>(
  "PUT",
  "/_api/porchlight/v1/site/apps/:id",
);
export const setAppDisabled = /* @__PURE__ */ endpoint<SetAppDisabledRequest, Record<never, never>>(
  "PUT",
  "/_api/porchlight/v1/site/apps/:id/disabled",
);
export const deleteApp = /* @__PURE__ */ endpoint<AppByIdRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/site/apps/:id",
);
export const listBackgroundJobs = /* @__PURE__ */ endpoint<ListBackgroundJobsRequest, ListBackgroundJobsResponse>(
  "GET",
  "/_api/porchlight/v1/site/jobs",
);
export const retryBackgroundJob = /* @__PURE__ */ endpoint<BackgroundJobByIdRequest, { job: BackgroundJob }>(
  "POST",
  "/_api/porchlight/v1/site/jobs/:id/retry",
);
export const cancelBackgroundJob = /* @__PURE__ */ endpoint<BackgroundJobByIdRequest, { job: BackgroundJob }>(
  "POST",
  "/_api/porchlight/v1/site/jobs/:id/cancel",
);
export const getSiteHealth = /* @__PURE__ */ endpoint<Record<never, never>, SiteHealthResponse>(
  "GET",
  "/_api/porchlight/v1/site/health",
);
export const listBackups = /* @__PURE__ */ endpoint<Record<never, never>, ListBackupsResponse>(
  "GET",
  "/_api/porchlight/v1/site/backups",
);
export const createBackup = /* @__PURE__ */ endpoint<Record<never, never>, CreateBackupResponse>(
  "POST",
  "/_api/porchlight/v1/site/backups",
);
export const deleteBackup = /* @__PURE__ */ endpoint<BackupByIdRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/site/backups/:id",
);
export const createBackupDownloadLink = /* @__PURE__ */ endpoint<BackupByIdRequest, BackupDownloadLink>(
  "POST",
  "/_api/porchlight/v1/site/backups/:id/download-link",
);
export const listSiteTexts = /* @__PURE__ */ endpoint<ListSiteTextsRequest, ListSiteTextsResponse>(
  "GET",
  "/_api/porchlight/v1/site/texts/:language",
);
export const updateSiteText = /* @__PURE__ */ endpoint<UpdateSiteTextRequest, SiteTextResponse>(
  "PUT",
  "/_api/porchlight/v1/site/texts/:language/:key",
);
export const resetSiteText = /* @__PURE__ */ endpoint<SiteTextByKeyRequest, SiteTextResponse>(
  "DELETE",
  "/_api/porchlight/v1/site/texts/:language/:key",
);

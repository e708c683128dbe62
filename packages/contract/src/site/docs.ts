import { emptyResponse } from "../auth/response-schema.ts";
import type { EndpointDocs } from "../endpoint-docs.ts";
import {
  backgroundJobResponse,
  backupDownloadLink,
  createApiKeyResponse,
  createAppResponse,
  createBackupResponse,
  listApiKeysResponse,
  listAppsResponse,
  listAuditEventsResponse,
  listBackgroundJobsResponse,
  listBackupsResponse,
  listSiteTextsResponse,
  previewSiteSettingsResponse,
  siteHealthResponse,
  siteSettingsResponse,
  siteTextResponse,
} from "./schema.ts";

const settings = { description: "All settings, with the new values.", schema: siteSettingsResponse };

const byId = { params: { id: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const nothing = { description: "An empty object.", schema: emptyResponse };
const app = {
  name: "Shop",
  redirectUris: ["https://shop.example/callback"],
  origins: [],
  refreshTokens: "rotate",
} as const;

const textByKey = { params: { language: "en", key: "auth.signIn.title" } } as const;
const siteText = { description: "The text.", schema: siteTextResponse };

export const siteDocs = {
  getSiteSettings: {
    summary: "Get the settings of the site",
    description:
      "Requires the role owner. Returns all settings with their values; of secrets, only whether they are set.",
    response: { description: "All settings.", schema: siteSettingsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  updateSiteSettings: {
    summary: "Change settings of the site",
    description:
      "Requires the role owner, and a recent authentication for settings with `isDangerous`. Changes all given settings or, if a value is invalid, none. Takes effect within a second.",
    response: settings,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "SITE_SETTINGS_CHANGED"],
    example: {
      body: { revision: "6b1f0a7c52f3d5a9e1c4b8d7f2a3e6c1", values: { memberApproval: "owner", siteName: null } },
    },
  },
  previewSiteSettings: {
    summary: "Preview settings of the site",
    description:
      "Requires the role owner. Returns a signed link to a page of the site with these values, which are not saved. The link shows them to everyone who has it, for 30 minutes.",
    response: { description: "The link.", schema: previewSiteSettingsResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { values: { theme: "journal", brand: "#7a3b00" }, path: "/blog" } },
  },
  uploadSiteLogo: {
    summary: "Upload a logo or icon",
    description:
      "Requires the role owner. Stores a PNG, JPEG, or WebP of at most 1 MiB as the logo or the icon. To remove it, set it to `null` with updateSiteSettings.",
    response: settings,
    errors: ["NOT_ALLOWED"],
    example: { body: { name: "logo", image: "iVBORw0KGgo=" } },
  },
  listAuditEvents: {
    summary: "List the audit log",
    description: "Requires the role owner. Who did what, newest first, including sign-ins of staff.",
    response: { description: "A page of events.", schema: listAuditEventsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { event: "setting-changed", limit: 20 } },
  },
  listApiKeys: {
    summary: "List API keys",
    description: "Requires the role owner. Returns the keys without their secrets, oldest first.",
    response: { description: "The API keys.", schema: listApiKeysResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  createApiKey: {
    summary: "Create an API key",
    description: "Requires the role owner and a recent authentication. Only this response contains the secret.",
    response: { description: "The secret of the key.", schema: createApiKeyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { name: "Newsletter", role: "read" } },
  },
  revokeApiKey: {
    summary: "Revoke an API key",
    description: "Requires the role owner and a recent authentication. Servers reject the key within a second.",
    response: nothing,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: byId,
  },
  listApps: {
    summary: "List OAuth apps",
    description: "Requires the role owner.",
    response: { description: "The apps, oldest first.", schema: listAppsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  createApp: {
    summary: "Register an OAuth app",
    description:
      "Requires the role owner and a recent authentication. Apps sign members in with PKCE and have no secret. Redirect URIs are compared byte for byte.",
    response: { description: "The client ID.", schema: createAppResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: app },
  },
  updateApp: {
    summary: "Change an OAuth app",
    description: "Requires the role owner and a recent authentication. The app of the member site cannot be changed.",
    response: nothing,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: { ...byId, body: app },
  },
  setAppDisabled: {
    summary: "Disable or enable an OAuth app",
    description:
      "Requires the role owner and a recent authentication. A disabled app cannot sign anyone in or refresh tokens (`invalid_client`), and its access tokens are rejected. When it is enabled again, its sessions continue. The app of the member site cannot be disabled.",
    response: nothing,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: { ...byId, body: { isDisabled: true } },
  },
  deleteApp: {
    summary: "Delete an OAuth app",
    description:
      "Requires the role owner and a recent authentication. Ends all sessions of the app and deletes its webhooks. The app of the member site cannot be deleted.",
    response: nothing,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: byId,
  },
  listBackgroundJobs: {
    summary: "List background jobs",
    description: "Requires the role owner.",
    response: { description: "The jobs, newest first.", schema: listBackgroundJobsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { state: "failed" } },
  },
  retryBackgroundJob: {
    summary: "Retry a background job",
    description:
      "Requires the role owner. Runs a failed job again with all its attempts, or a waiting one immediately.",
    response: { description: "The job.", schema: backgroundJobResponse },
    errors: ["NOT_ALLOWED", "NOT_FOUND", "DATA_JOB_STATUS_CONFLICT"],
    example: byId,
  },
  cancelBackgroundJob: {
    summary: "Cancel a background job",
    description: "Requires the role owner. Cancels a waiting or running job; its completed changes stay.",
    response: { description: "The job.", schema: backgroundJobResponse },
    errors: ["NOT_ALLOWED", "NOT_FOUND", "DATA_JOB_STATUS_CONFLICT"],
    example: byId,
  },
  getSiteHealth: {
    summary: "Check the installation",
    description: "Requires the role owner. The checks of `porchlight doctor` that a running server can make.",
    response: { description: "One finding per check.", schema: siteHealthResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  listBackups: {
    summary: "List backups",
    description:
      "Requires the role owner. The backups in the folder of this server, with the progress of the last requested one.",
    response: { description: "The backups, newest first.", schema: listBackupsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  createBackup: {
    summary: "Create a backup",
    description:
      "Requires the role owner. Queues a background job that writes the database, images and files to a new file in the folder of backups.",
    response: { description: "The requested backup.", schema: createBackupResponse },
    errors: ["NOT_ALLOWED", "BACKUP_RUNNING"],
    example: {},
  },
  deleteBackup: {
    summary: "Delete a backup",
    description: "Requires the role owner and a recent authentication.",
    response: nothing,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: { params: { id: "porchlight-20260131T030000Z-scheduled.tar" } },
  },
  createBackupDownloadLink: {
    summary: "Create a download link of a backup",
    description:
      "Requires the role owner and a recent authentication. For five minutes, anyone who has the link can download all data of the site.",
    response: { description: "The link.", schema: backupDownloadLink },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: { params: { id: "porchlight-20260131T030000Z-scheduled.tar" } },
  },
  listSiteTexts: {
    summary: "List the texts of the hosted pages",
    description:
      "Requires the role owner. Returns every text that can be replaced, in one language, with the built-in text and the one that replaces it.",
    response: { description: "All texts.", schema: listSiteTextsResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { language: "en" } },
  },
  updateSiteText: {
    summary: "Replace a text of the hosted pages or the member site",
    description:
      "Requires the role owner. The text has 1 to 1,000 characters on one line and the placeholders of the built-in text. Servers use it within a second.",
    response: siteText,
    errors: ["NOT_ALLOWED", "NOT_FOUND", "SITE_SETTINGS_CHANGED"],
    example: { ...textByKey, body: { text: "Welcome back" } },
  },
  resetSiteText: {
    summary: "Restore a text of the hosted pages",
    description: "Requires the role owner. Restores the built-in text.",
    response: siteText,
    errors: ["NOT_ALLOWED", "NOT_FOUND"],
    example: textByKey,
  },
} as const satisfies Record<string, EndpointDocs>;

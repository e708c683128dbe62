import * as z from "zod";
import { textLanguages } from "../texts/keys.ts";
import { guid, queryInteger } from "../wire/value-schema.ts";
import { apiKeyRoles } from "./api-key.ts";
import { refreshTokenKinds } from "./app.ts";
import { backgroundJobStates, healthCodes } from "./background-job.ts";
import { backupRunStatuses } from "./backup.ts";
import { logoSettings, siteSettingKinds } from "./site-settings.ts";

const value = z.union([z.string().max(20_000), z.number(), z.array(z.string().max(2000)).max(100), z.null()]);

export const updateSiteSettingsRequest = z.object({
  body: z.object({ revision: z.string().max(100), values: z.record(z.string().max(100), value) }),
});
export const previewSiteSettingsRequest = z.object({
  body: z.object({
    values: z.record(z.string().max(100), value),
    path: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])[\x21-\x7e]*$/, "must be a path of the site")
      .optional(),
  }),
});
export const previewSiteSettingsResponse = z.object({ path: z.string(), expiresDate: z.iso.datetime() });
/** Base64 of 1 MiB. */
const maxImageLength = 4 * Math.ceil((1024 * 1024) / 3);
export const uploadLogoRequest = z.object({
  body: z.object({ name: z.enum(logoSettings), image: z.base64().max(maxImageLength) }),
});

const siteSetting = z.object({
  name: z.string(),
  kind: z.enum(siteSettingKinds),
  value,
  defaultValue: value,
  isSet: z.boolean(),
  isDangerous: z.boolean(),
  options: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
export const siteSettingsResponse = z.object({
  siteSettings: z.object({ revision: z.string(), settings: z.array(siteSetting) }),
});

const time = z.iso.datetime({ offset: true }).optional();
export const listAuditEventsRequest = z.object({
  query: z.object({
    person: z.string().max(1000).optional(),
    event: z.string().max(100).optional(),
    since: time,
    until: time,
    before: guid.optional(),
    limit: queryInteger(1, 1000).optional(),
  }),
});
export const listAuditEventsResponse = z.object({
  events: z.array(
    z.object({
      id: guid,
      date: z.iso.datetime(),
      event: z.string(),
      by: z.string(),
      memberId: z.string().optional(),
      account: z.string().optional(),
      keyId: z.string().optional(),
      staffId: z.string().optional(),
      appId: z.string().optional(),
      browser: z.string().optional(),
      device: z.string().optional(),
      requestId: z.string().optional(),
      details: z.record(z.string(), z.string()).optional(),
    }),
  ),
  hasMore: z.boolean(),
});

const apiKeyRole = z.enum(apiKeyRoles);
export const createApiKeyRequest = z.object({ body: z.object({ name: z.string().max(1000), role: apiKeyRole }) });
export const apiKeyByIdRequest = z.object({ params: z.object({ id: guid }) });
export const listApiKeysResponse = z.object({
  apiKeys: z.array(
    z.object({
      id: guid,
      name: z.string(),
      role: apiKeyRole,
      createdDate: z.iso.datetime(),
      revokedDate: z.iso.datetime().nullable(),
      lastUsedDate: z.iso.datetime().nullable(),
    }),
  ),
});
export const createApiKeyResponse = z.object({ id: guid, key: z.string() });

const addresses = z.array(z.string().max(5000)).max(100);
const appInput = z.object({
  name: z.string().max(1000),
  redirectUris: addresses,
  origins: addresses,
  refreshTokens: z.enum(refreshTokenKinds),
});
export const createAppRequest = z.object({ body: appInput });
export const updateAppRequest = z.object({ params: z.object({ id: guid }), body: appInput });
export const setAppDisabledRequest = z.object({
  params: z.object({ id: guid }),
  body: z.object({ isDisabled: z.boolean() }),
});
export const appByIdRequest = z.object({ params: z.object({ id: guid }) });
export const listAppsResponse = z.object({
  apps: z.array(
    appInput.extend({ id: guid, isDisabled: z.boolean(), isBuiltIn: z.boolean(), createdDate: z.iso.datetime() }),
  ),
});
export const createAppResponse = z.object({ id: guid });

export const listBackgroundJobsRequest = z.object({
  query: z.object({ state: z.enum(backgroundJobStates).optional(), limit: queryInteger(1, 1000).optional() }),
});
export const backgroundJobByIdRequest = z.object({ params: z.object({ id: guid }) });
const backgroundJob = z.object({
  id: guid,
  kind: z.string(),
  state: z.enum(backgroundJobStates),
  attempts: z.number(),
  maxAttempts: z.number(),
  createdDate: z.iso.datetime(),
  nextAttemptDate: z.iso.datetime().nullable(),
  finishedDate: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
});
export const listBackgroundJobsResponse = z.object({ jobs: z.array(backgroundJob) });
export const backgroundJobResponse = z.object({ job: backgroundJob });
export const siteHealthResponse = z.object({
  findings: z.array(
    z.object({
      check: z.string(),
      state: z.enum(["ok", "warning", "problem"]),
      message: z.string(),
      code: z.enum(healthCodes).optional(),
      data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
});

const backupOrigin = z.enum(["manual", "scheduled"]);
const backupRun = z.object({
  jobId: guid,
  origin: backupOrigin,
  status: z.enum(backupRunStatuses),
  done: z.number(),
  total: z.number(),
  reason: z.string().nullable(),
  createdDate: z.iso.datetime(),
  finishedDate: z.iso.datetime().nullable(),
});
export const backupByIdRequest = z.object({ params: z.object({ id: z.string().max(100) }) });
export const listBackupsResponse = z.object({
  backups: z.array(z.object({ id: z.string(), createdDate: z.iso.datetime(), origin: backupOrigin, size: z.number() })),
  run: backupRun.optional(),
  folder: z.string(),
  files: z.enum(["included", "bucket"]),
  database: z.enum(["embedded", "external"]),
  nextDate: z.iso.datetime().optional(),
});
export const createBackupResponse = z.object({ run: backupRun });
export const backupDownloadLink = z.object({ url: z.url(), expiresDate: z.iso.datetime() });

const language = z.enum(textLanguages);
const textByKey = z.object({ language, key: z.string().max(100) });

export const listSiteTextsRequest = z.object({ params: z.object({ language }) });
export const siteTextByKeyRequest = z.object({ params: textByKey });
/** The limit of a text is lower, and reported with what to do. */
export const updateSiteTextRequest = z.object({
  params: textByKey,
  body: z.object({ text: z.string().max(10_000), basedOn: z.string().max(10_000).nullable().optional() }),
});

const siteText = z.object({ key: z.string(), builtIn: z.string(), custom: z.string().nullable() });
export const listSiteTextsResponse = z.object({
  language,
  languages: z.array(language),
  defaultLanguage: language,
  texts: z.array(siteText),
});
export const siteTextResponse = z.object({ text: siteText });

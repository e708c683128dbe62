import * as site from "@porchlight/contract/site/endpoints";
import {
  apiKeyByIdRequest,
  appByIdRequest,
  createApiKeyRequest,
  createAppRequest,
  listAuditEventsRequest,
  listSiteTextsRequest,
  previewSiteSettingsRequest,
  setAppDisabledRequest,
  siteTextByKeyRequest,
  updateAppRequest,
  updateSiteSettingsRequest,
  updateSiteTextRequest,
  uploadLogoRequest,
} from "@porchlight/contract/site/schema";
import * as z from "zod";
import { createApiKey, listApiKeys, revokeApiKey } from "../auth/api-keys.ts";
import { AppDefinitionError } from "../auth/apps/app-addresses.ts";
import { changeApp, createApp, listApps, removeApp, setAppDisabled } from "../auth/apps/apps.ts";
import { siteAppId } from "../auth/apps/site-app.ts";
import { InvalidArguments, violation } from "../platform/context/errors.ts";
import { bodyLimits } from "../platform/http/read-body.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { isDangerousSetting } from "../platform/settings/describe-settings.ts";
import type { StaffContext } from "../staff/staff-context.ts";
import { listSiteTexts, replaceSiteText, restoreSiteText } from "./edit-site-texts.ts";
import { isAuditExport, listAuditPage } from "./list-audit-events.ts";
import { previewSiteSettings } from "./preview-site-settings.ts";
import { getSiteSettings, updateSiteSettings, uploadSiteLogo } from "./site-settings.ts";

const nothing = z.object({});
const read = { authorize: requireOwner } as const;
const change = { limit: "changesPerIp", authorize: requireOwner } as const;

/** Settings, texts and audit log of the site. */
export function siteRoutes(area: Area, context: StaffContext): void {
  serve(area, site.getSiteSettings, nothing, (request) => getSiteSettings(context, request), read);
  serve(
    area,
    site.updateSiteSettings,
    updateSiteSettingsRequest,
    (request, input) => updateSiteSettings(context, request, input),
    { ...change, isDangerous: ({ body }) => Object.keys(body.values).some(isDangerousSetting) },
  );
  serve(
    area,
    site.previewSiteSettings,
    previewSiteSettingsRequest,
    (request, input) => previewSiteSettings(context, request, input),
    { authorize: requireOwner },
  );
  serve(
    { ...area, bodyLimit: bodyLimits.logo },
    site.uploadSiteLogo,
    uploadLogoRequest,
    (request, input) => uploadSiteLogo(context, request, input),
    change,
  );
  serve(
    area,
    site.listSiteTexts,
    listSiteTextsRequest,
    (request, input) => listSiteTexts(context, request, input),
    read,
  );
  serve(
    area,
    site.updateSiteText,
    updateSiteTextRequest,
    (request, input) => replaceSiteText(context, request, input),
    change,
  );
  serve(
    area,
    site.resetSiteText,
    siteTextByKeyRequest,
    (request, input) => restoreSiteText(context, request, input),
    change,
  );
  serve(
    area,
    site.listAuditEvents,
    listAuditEventsRequest,
    (request, input) => listAuditPage(context, request, input),
    { ...read, isDangerous: isAuditExport },
  );
  serve(area, site.listApiKeys, nothing, async ({ caller }) => ({ apiKeys: await listApiKeys(context, caller) }), read);
  serve(area, site.createApiKey, createApiKeyRequest, ({ caller }, { body }) => createApiKey(context, caller, body), {
    ...change,
    isDangerous: true,
  });
  serve(
    area,
    site.revokeApiKey,
    apiKeyByIdRequest,
    async ({ caller }, { params }) => {
      await revokeApiKey(context, caller, params.id);
      return {};
    },
    { ...change, isDangerous: true },
  );
}

/** OAuth apps. */
export function appRoutes(area: Area, context: StaffContext): void {
  const builtInId = siteAppId(context.site.id);
  const dangerous = { ...change, isDangerous: true } as const;
  serve(
    area,
    site.listApps,
    nothing,
    async ({ caller }) => ({
      apps: (await listApps(context, caller)).map(({ clientId, ...app }) => ({
        ...app,
        id: clientId,
        isBuiltIn: clientId === builtInId,
      })),
    }),
    read,
  );
  serve(
    area,
    site.createApp,
    createAppRequest,
    async ({ caller }, { body }) => ({ id: (await createApp(context, caller, body).catch(toViolation)).clientId }),
    dangerous,
  );
  serve(
    area,
    site.updateApp,
    updateAppRequest,
    async ({ caller }, { params, body }) => {
      await changeApp(context, caller, params.id, body).catch(toViolation);
      return {};
    },
    dangerous,
  );
  serve(
    area,
    site.setAppDisabled,
    setAppDisabledRequest,
    async ({ caller }, { params, body }) => {
      await setAppDisabled(context, caller, params.id, body.isDisabled);
      return {};
    },
    dangerous,
  );
  serve(
    area,
    site.deleteApp,
    appByIdRequest,
    async ({ caller }, { params }) => {
      await removeApp(context, caller, params.id);
      return {};
    },
    dangerous,
  );
}

function toViolation(error: unknown): never {
  if (!(error instanceof AppDefinitionError)) throw error;
  throw new InvalidArguments([violation(error.field, error.message.replace(/\.$/, ""))]);
}

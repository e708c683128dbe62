import type {
  SiteSettingsResponse,
  SiteSettingValue,
  UpdateSiteSettingsRequest,
  UploadLogoRequest,
} from "@porchlight/contract/site/site-settings";
import { InvalidArguments, violation } from "../platform/context/errors.ts";
import type { RequestContext } from "../platform/context/request-context.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { describeSettings } from "../platform/settings/describe-settings.ts";
import { parseSetting, parseSettingName, SettingError, type SettingValues } from "../platform/settings/settings.ts";
import { readSettings, readSettingsRevision } from "../platform/settings/settings-store.ts";
import { updateSettings } from "./update-settings.ts";
import { storeLogo } from "./upload-logo.ts";

type Request = Pick<RequestContext, "caller">;

/** All settings of the site with their values. @throws {Refusal} `NOT_ALLOWED`. */
export async function getSiteSettings({ db, site }: ServerContext, { caller }: Request): Promise<SiteSettingsResponse> {
  requireOwner(caller);
  // First, so that a change in between makes the revision too old, not too new.
  const revision = await readSettingsRevision(db, site.id);
  return { siteSettings: { revision, settings: describeSettings(await readSettings(db, site.id)) } };
}

/**
 * Changes all given settings or none.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SITE_SETTINGS_CHANGED`. @throws {InvalidArguments} for `values.<name>`.
 */
export async function updateSiteSettings(
  context: ServerContext,
  request: Request,
  { body: { revision, values } }: UpdateSiteSettingsRequest,
): Promise<SiteSettingsResponse> {
  requireOwner(request.caller);
  await updateSettings(context, request.caller, parseValues(values), revision);
  return getSiteSettings(context, request);
}

/** Stores an image as the logo. @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for `image`. */
export async function uploadSiteLogo(
  context: ServerContext,
  request: Request,
  { body: { name, image } }: UploadLogoRequest,
): Promise<SiteSettingsResponse> {
  requireOwner(request.caller);
  const stored = await storeLogo(context, Buffer.from(image, "base64")).catch((error: unknown) => {
    if (error instanceof SettingError) throw new InvalidArguments([violation("image", reasonOf(error.message))]);
    throw error;
  });
  await updateSettings(context, request.caller, { [name]: stored });
  return getSiteSettings(context, request);
}

/** `is animated` for `The image is animated.` */
const reasonOf = (sentence: string) => sentence.replace(/^The image /, "").replace(/\.$/, "");

/**
 * Parses values as the API gets them.
 *
 * @throws {InvalidArguments} for `values.<name>`.
 */
export function parseValues(values: Readonly<Record<string, SiteSettingValue>>): Partial<SettingValues> {
  const parsed: Partial<Record<string, SettingValues[keyof SettingValues]>> = {};
  const violations = Object.entries(values).flatMap(([key, value]) => {
    try {
      const name = parseSettingName(key);
      parsed[name] = parseSetting(name, toText(value));
      return [];
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      return [violation(`values.${key}`, error.message.replace(/^"\w+" /, "").replace(/\.$/, ""))];
    }
  });
  if (violations.length > 0) throw new InvalidArguments(violations);
  return parsed as Partial<SettingValues>;
}

/** The text of a value, as `porchlight setting set` takes it. */
function toText(value: SiteSettingValue): string {
  if (value === null) return "off";
  if (!Array.isArray(value)) return String(value);
  if (value.some((item) => item.includes(","))) throw new SettingError("cannot have items with a comma.");
  return value.length === 0 ? "off" : value.join(",");
}

import type { previewSiteSettingsRequest } from "@porchlight/contract/site/schema";
import type { PreviewSiteSettingsResponse } from "@porchlight/contract/site/site-settings";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import type { RequestContext } from "../platform/context/request-context.ts";
import { newId } from "../platform/db/ids.ts";
import { type CursorScope, openCursor, sealCursor } from "../platform/db/pagination/cursor.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { brandingOf, type SiteBranding } from "../platform/settings/branding.ts";
import { readSettings } from "../platform/settings/settings-store.ts";
import { findSitePreview, insertSitePreview } from "./site-previews-store.ts";
import { parseValues } from "./site-settings.ts";

const lifetimeMs = 30 * 60_000;
const scope: CursorScope = { list: "stored site preview" };

/** Settings that a preview shows. None of them is secret, because everyone with the link can read them. */
const previewable: ReadonlySet<string> = new Set([
  "siteName",
  "brand",
  "theme",
  "cssVariables",
  "navigation",
  "footerLinks",
  "homeTitle",
  "homeText",
  "homeSections",
  "authors",
]);

interface PreviewState {
  id: string;
}

/** A page of the site with settings that are not saved. */
export interface SitePreview {
  path: string;
  branding: SiteBranding;
}

/**
 * Creates a signed link to a page of the site with these settings. They are stored, because a proxy or the server may
 * reject a link that contains them.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for `values.<name>`.
 */
export async function previewSiteSettings(
  context: ServerContext,
  { caller }: Pick<RequestContext, "caller">,
  { body: { values, path = "/" } }: z.output<typeof previewSiteSettingsRequest>,
): Promise<PreviewSiteSettingsResponse> {
  requireOwner(caller);
  const others = Object.keys(values).filter((name) => !previewable.has(name));
  if (others.length > 0)
    throw new InvalidArguments(others.map((name) => violation(`values.${name}`, "cannot be previewed")));
  parseValues(values);
  const { db, site, now } = context;
  const time = now().getTime();
  const [id, expiresAt] = [newId(time), new Date(time + lifetimeMs)];
  await insertSitePreview(db, {
    site_id: site.id,
    id,
    path,
    values: JSON.stringify(values),
    expires_at: expiresAt,
  });
  const token = sealCursor(context, scope, { id } satisfies PreviewState);
  return { path: `/preview/site?token=${token}`, expiresDate: expiresAt.toISOString() };
}

/** The page of a link of {@link previewSiteSettings}; `undefined` if it is invalid or has expired. */
export async function openSitePreview(context: ServerContext, token: string): Promise<SitePreview | undefined> {
  try {
    const { db, site, now } = context;
    const preview = await findSitePreview(db, site.id, openCursor<PreviewState>(context, scope, token).id, now());
    if (!preview) return undefined;
    const settings = { ...(await readSettings(db, site.id)), ...parseValues(preview.values) };
    return { path: preview.path, branding: brandingOf(site, settings, await context.siteTexts.read()) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof InvalidArguments) return undefined;
    throw error;
  }
}

import type { Transaction } from "kysely";
import type { Logger } from "pino";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { PlatformConfig } from "../platform/config.ts";
import type { Caller } from "../platform/context/caller.ts";
import { type Db, type DbOrTx, isLockTimeout } from "../platform/db/database.ts";
import { newId } from "../platform/db/ids.ts";
import { type QuotaKind, quotaKinds } from "../platform/db/quotas.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { findQuotas, type SiteQuotas, setQuota } from "../platform/settings/site-quotas-store.ts";
import {
  findSites,
  hostOf,
  insertSite,
  lockSites,
  type SiteRow,
  updateSite as updateSiteRow,
} from "../platform/settings/sites-store.ts";

/** A site cannot be created, changed, or found. The message is one sentence for the operator. */
export class SiteError extends Error {
  override readonly name = "SiteError";
}

/** A site of the installation, as the operator sees it. */
export interface SiteSummary {
  id: string;
  name: string;
  url: string;
  /** Whether it is the main site, whose URL is `PUBLIC_URL`. */
  isMain: boolean;
  /** What it uses of its limits, by kind. */
  quotas: SiteQuotas;
}

/** Limits of a site, by kind; null removes one. */
export type QuotaChanges = { [Kind in QuotaKind]?: number | null | undefined };

/** What a new site starts with. */
export interface NewSite {
  name: string;
  url: string;
  /** Sender of its emails. Default: that of the installation. */
  mailFrom?: string | undefined;
  /** Default: no limits. */
  quotas?: QuotaChanges | undefined;
}

/** What the commands on sites use of the main site. */
interface SitesContext {
  db: Db;
  site: { id: string };
  config: Pick<PlatformConfig, "publicUrl">;
  log: Logger;
  now(): Date;
}

const maxNameLength = 100;

/** Lists the sites of the installation, the main site first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listSites({ db, config }: SitesContext, caller: Caller): Promise<SiteSummary[]> {
  requireOwner(caller);
  const quotas = await findQuotas(db);
  return (await findSites(db)).map((row) => toSummary(row, config.publicUrl, quotas.get(row.id)));
}

/**
 * Creates a site next to the main site. Running servers serve it within seconds.
 *
 * @param context Context of the main site. @throws {SiteError} @throws {Refusal} `NOT_ALLOWED`.
 */
export async function createSite(context: SitesContext, caller: Caller, site: NewSite): Promise<SiteSummary> {
  requireOwner(caller);
  const { db, config, now } = context;
  const name = requireSiteName(site.name);
  const url = requireSiteUrl(site.url);
  const at = now();
  const row: SiteRow = { id: newId(at.getTime()), name, url, mailFrom: site.mailFrom ?? null, secretKey: null };
  return db.transaction().execute(async (tx) => {
    await lockSites(tx);
    await requireFreeHost(tx, config.publicUrl, row);
    await insertSite(tx, row, at);
    await setQuotas(tx, row.id, site.quotas);
    await recordSiteEvent(tx, context, caller, "site-created", row, site.quotas);
    return toSummary(row, config.publicUrl, (await findQuotas(tx)).get(row.id));
  });
}

/** Changes to a site. Absent values are not changed. */
export interface SiteChange {
  name?: string | undefined;
  url?: string | undefined;
  /** Null: that of the installation. */
  mailFrom?: string | null | undefined;
  quotas?: QuotaChanges | undefined;
}

/**
 * Changes a site. Running servers apply it within seconds; at its former host, it is no longer served.
 *
 * @param context Of the main site. @param selector ID, URL, host, or name of the site.
 * @throws {SiteError} @throws {Refusal} `NOT_ALLOWED`.
 */
export async function updateSite(
  context: SitesContext,
  caller: Caller,
  selector: string,
  { name, url, mailFrom, quotas }: SiteChange,
): Promise<SiteSummary> {
  requireOwner(caller);
  const { db, config } = context;
  return db.transaction().execute(async (tx) => {
    await lockSites(tx);
    const row = selectSite(await findSites(tx), config.publicUrl, selector);
    if (row.url === null && (name ?? url ?? mailFrom) !== undefined)
      throw new SiteError(
        "The URL and the sender of the main site are PUBLIC_URL and MAIL_FROM. Its name is a setting: porchlight setting set siteName NAME",
      );
    const changed: SiteRow = {
      ...row,
      ...(name !== undefined && { name: requireSiteName(name) }),
      ...(url !== undefined && { url: requireSiteUrl(url) }),
      ...(mailFrom !== undefined && { mailFrom }),
    };
    if (url !== undefined) await requireFreeHost(tx, config.publicUrl, changed);
    if (row.url !== null)
      await updateSiteRow(tx, row.id, { name: changed.name, url: changed.url, mail_from: changed.mailFrom });
    await setQuotas(tx, row.id, quotas);
    await recordSiteEvent(tx, context, caller, "site-changed", changed, quotas);
    return toSummary(changed, config.publicUrl, (await findQuotas(tx)).get(row.id));
  });
}

async function setQuotas(tx: Transaction<Tables>, siteId: string, quotas: QuotaChanges = {}): Promise<void> {
  // Tables are locked in the same order by concurrent calls.
  for (const kind of quotaKinds) {
    const maximum = quotas[kind];
    if (maximum === undefined) continue;
    await setQuota(tx, siteId, kind, maximum).catch((error: unknown) => {
      if (isLockTimeout(error)) throw new SiteError("A table is in use by a long transaction. Run the command again.");
      throw error;
    });
  }
}

/** Records an event in the audit log of the main site, which is that of the operator. */
export async function recordSiteEvent(
  db: DbOrTx,
  context: Omit<SitesContext, "db">,
  caller: Caller,
  event: "site-created" | "site-changed" | "site-removed" | "site-restored",
  { id, name, url }: SiteRow,
  quotas: QuotaChanges = {},
): Promise<void> {
  const limits = Object.entries(quotas).flatMap(([kind, maximum]) =>
    maximum === undefined ? [] : [[kind, maximum === null ? "none" : String(maximum)]],
  );
  const details = { site: id, name, url: url ?? context.config.publicUrl, ...Object.fromEntries(limits) };
  await recordAuditEvent(db, context, event, { by: caller, details });
}

/** @throws {SiteError} if another site has the host of the site. */
export async function requireFreeHost(tx: DbOrTx, mainUrl: string, { id, url }: SiteRow): Promise<void> {
  const host = hostOf(url!);
  const hasHost = (other: SiteRow) => other.id !== id && hostOf(other.url ?? mainUrl) === host;
  const taken = (await findSites(tx)).find(hasHost);
  if (taken) throw new SiteError(`The host ${host} is already used by the site "${taken.name}".`);
  if ((await findSites(tx, true)).some(hasHost)) throw new SiteError(`${url} belongs to a site that is being removed.`);
}

/** Finds a site by ID, URL, host, or name. @throws {SiteError} if there is none, or several. */
export function selectSite(rows: readonly SiteRow[], mainUrl: string, selector: string): SiteRow {
  const text = selector.trim().toLowerCase();
  const matches = (row: SiteRow) => {
    const url = row.url ?? mainUrl;
    return [row.id, url, hostOf(url), row.name.toLowerCase()].includes(text.replace(/\/$/, ""));
  };
  const [site, another] = rows.filter(matches);
  if (!site) throw new SiteError(`There is no site "${selector}". This lists them: porchlight site list`);
  if (another) throw new SiteError(`Several sites have the name "${selector}". Use the host or the ID.`);
  return site;
}

function requireSiteName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > maxNameLength || /\p{Cc}/u.test(name))
    throw new SiteError(`The name must have 1 to ${maxNameLength} characters on one line.`);
  return name;
}

/** The origin of a URL. @throws {SiteError} if it has other parts, or no protocol that is allowed. */
export function requireSiteUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "http:" && !/^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    /\*|\.$/.test(url.hostname) ||
    url.username ||
    url.password ||
    url.pathname !== "/" ||
    url.search ||
    url.hash ||
    isPlain
  )
    throw new SiteError(
      "The URL must be an address like https://two.example.com, without path, query or user; plain http is for localhost only.",
    );
  return url.origin;
}

const toSummary = ({ id, name, url }: SiteRow, mainUrl: string, quotas: SiteQuotas = {}): SiteSummary => ({
  id,
  name,
  url: url ?? mainUrl,
  isMain: url === null,
  quotas,
});

import * as server from "@porchlight/server/operations";
import { parseMailFrom } from "../../runtime/environment.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

/** Limits of a site; null removes one. */
interface QuotaOptions {
  maxMembers?: number | null;
  maxPosts?: number | null;
  maxItems?: number | null;
  maxMediaBytes?: number | null;
  maxEmailsPerDay?: number | null;
}

interface CreateSiteOptions extends CommonOptions, QuotaOptions {
  name: string;
  url: string;
  mailFrom?: string;
}

interface UpdateSiteOptions extends CommonOptions, QuotaOptions {
  name?: string;
  url?: string;
  mailFrom?: string;
}

const quotasOf = ({ maxMembers, maxPosts, maxItems, maxMediaBytes, maxEmailsPerDay }: QuotaOptions) => ({
  members: maxMembers,
  posts: maxPosts,
  items: maxItems,
  mediaBytes: maxMediaBytes,
  emailsPerDay: maxEmailsPerDay,
});

function requireMailFrom(mailFrom: string | undefined): void {
  if (mailFrom !== undefined && !parseMailFrom(mailFrom))
    throw new Failure("--mail-from is a sender like Porchlight <hello@example.com>.");
}

/** `porchlight site create` */
export async function createSite(io: Io, { name, url, mailFrom, ...options }: CreateSiteOptions): Promise<void> {
  requireMailFrom(mailFrom);
  const quotas = quotasOf(options);
  const create = (context: server.AppContext) => server.createSite(context, owner, { name, url, mailFrom, quotas });
  const site = await withOperator(io, options, create, { begins: true });
  const setUp = (context: server.AppContext) => server.createSetupLink(context, owner);
  const consoleUrl = await withOperator(io, { ...options, site: site.id }, setUp);
  const lines = [
    ["Site", `${site.url}/`],
    ["Console", consoleUrl ?? `${site.url}/admin/`],
    ["Site id", site.id],
  ].map(([label, value]) => `${label!.padEnd(9)}${value}`);
  printResult(io, { ...site, console: consoleUrl }, lines.join("\n"));
}

/** `porchlight site update <site>` */
export async function updateSite(
  io: Io,
  selector: string,
  { name, url, mailFrom, ...options }: UpdateSiteOptions,
): Promise<void> {
  const isDefaultSender = mailFrom === "none";
  if (!isDefaultSender) requireMailFrom(mailFrom);
  const quotas = quotasOf(options);
  if ([name, url, mailFrom, ...Object.values(quotas)].every((value) => value === undefined))
    throw new Failure("There is nothing to change. Add an option, such as --url or --max-members.", { exitCode: 2 });
  const change = { name, url, mailFrom: isDefaultSender ? null : mailFrom, quotas };
  const update = (context: server.AppContext) => server.updateSite(context, owner, selector, change);
  const site = await withOperator(io, options, update);
  printResult(io, site, `Changed "${site.name}" at ${site.url}/.`);
}

/** `porchlight site list` */
export async function listSites(io: Io, options: CommonOptions): Promise<void> {
  const sites = await withOperator(io, options, (context) => server.listSites(context, owner));
  const rows = sites.map(({ id, name, url, quotas }) => [id, name, url, formatQuotas(quotas)]);
  printResult(io, { sites }, formatTable(["site id", "name", "URL", "quotas"], rows));
}

function formatQuotas(quotas: server.SiteSummary["quotas"]): string {
  return server.quotaKinds
    .flatMap((kind) => {
      const quota = quotas[kind];
      return quota ? [`${server.formatAmount(kind, quota.used)} of ${server.describeQuota(kind, quota.maximum)}`] : [];
    })
    .join(", ");
}

/** `porchlight site remove <site>` */
export async function removeSite(io: Io, site: string, options: CommonOptions & { confirm: string }): Promise<void> {
  const { confirm } = options;
  const remove = (context: server.AppContext) => server.removeSite(context, owner, { confirm });
  const { id, rows } = await withOperator(io, { ...options, site }, remove, { includesRemoved: true });
  printResult(io, { id, removed: true }, `Removed ${id} with ${rows} rows and its files.`);
}

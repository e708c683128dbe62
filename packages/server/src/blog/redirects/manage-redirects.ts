import type {
  createSiteRedirectRequest,
  importSiteRedirectsRequest,
  listSiteRedirectsRequest,
  siteRedirectByIdRequest,
  updateSiteRedirectRequest,
} from "@porchlight/contract/site/redirects/schema";
import {
  type ImportSiteRedirectsResponse,
  type ListSiteRedirectsResponse,
  maxSiteRedirects,
  type RedirectImportResult,
  type SiteRedirect,
  type SiteRedirectResponse,
} from "@porchlight/contract/site/redirects/site-redirect";
import type { Transaction } from "kysely";
import type * as z from "zod";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { createSemaphore } from "../../platform/concurrency/semaphore.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { checkRedirect, parseRedirect, RedirectProblem } from "./parse-redirect.ts";
import { createRedirectTable } from "./redirect-table.ts";
import {
  countRedirects,
  deleteRedirect,
  findAllRedirects,
  findRedirectById,
  findRedirects,
  findUsedPaths,
  insertRedirect,
  lockRedirects,
  type RedirectRow,
  type RedirectValues,
  updateRedirect,
  upsertRedirects,
} from "./site-redirects-store.ts";

const defaultLimit = 100;

/** Redirects by source. @throws {Refusal} `NOT_ALLOWED`. */
export async function listSiteRedirects(
  { db, site }: BlogContext,
  { caller }: Requester,
  { query: { search, limit = defaultLimit, offset = 0 } }: z.output<typeof listSiteRedirectsRequest>,
): Promise<ListSiteRedirectsResponse> {
  requireEditor(caller);
  const [rows, total] = await Promise.all([
    findRedirects(db, site.id, { search, limit, offset }),
    countRedirects(db, site.id, search),
  ]);
  return { redirects: rows.map(serializeRedirect), total };
}

/** @throws {Refusal} `NOT_ALLOWED`, `REDIRECTS_FULL`. @throws {InvalidArguments} */
export async function createSiteRedirect(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createSiteRedirectRequest>,
): Promise<SiteRedirectResponse> {
  requireEditor(caller);
  return changeRedirects(context, async (tx) => {
    await requireSpace(tx, context);
    const values = await parseUnique(tx, context, body.redirect);
    const row = await insertRedirect(tx, context.site.id, values, context.now());
    await recordAuditEvent(tx, context, "redirect-created", { by: caller, details: { source: row.source } });
    return { redirect: serializeRedirect(row) };
  });
}

/** @throws {Refusal} `NOT_ALLOWED`, `REDIRECT_NOT_FOUND`. @throws {InvalidArguments} */
export async function updateSiteRedirect(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateSiteRedirectRequest>,
): Promise<SiteRedirectResponse> {
  requireEditor(caller);
  return changeRedirects(context, async (tx) => {
    const before = await requireRedirect(tx, context, params.redirectId);
    const values = await parseUnique(tx, context, body.redirect, before.source);
    const row = await updateRedirect(tx, context.site.id, before.id, values);
    await recordAuditEvent(tx, context, "redirect-changed", { by: caller, details: { source: row.source } });
    return { redirect: serializeRedirect(row) };
  });
}

/** @throws {Refusal} `NOT_ALLOWED`, `REDIRECT_NOT_FOUND`. */
export async function deleteSiteRedirect(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof siteRedirectByIdRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  return changeRedirects(context, async (tx) => {
    const { id, source } = await requireRedirect(tx, context, params.redirectId);
    await deleteRedirect(tx, context.site.id, id);
    await recordAuditEvent(tx, context, "redirect-deleted", { by: caller, details: { source } });
    return {};
  });
}

/**
 * Creates redirects, and changes those with the same source. Invalid ones are rejected individually.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `REDIRECTS_FULL`.
 */
export async function importSiteRedirects(
  context: BlogContext,
  { caller }: Requester,
  { body: { redirects, dryRun = false } }: z.output<typeof importSiteRedirectsRequest>,
): Promise<ImportSiteRedirectsResponse> {
  requireEditor(caller);
  if (dryRun) {
    const { results } = await changes.run(() => planImport(context.db, context, redirects));
    return { results };
  }
  return changeRedirects(context, async (tx) => {
    const { results, changed } = await planImport(tx, context, redirects);
    await upsertRedirects(tx, context.site.id, changed, context.now());
    const count = results.filter(({ action }) => action === "CREATED" || action === "CHANGED").length;
    await recordAuditEvent(tx, context, "redirects-imported", { by: caller, details: { count: String(count) } });
    return { results };
  });
}

type Redirects = z.output<typeof importSiteRedirectsRequest>["body"]["redirects"];

/** What an import does: with each redirect, and to the stored ones. */
async function planImport(
  db: DbOrTx,
  context: BlogTxContext,
  redirects: Redirects,
): Promise<{ results: RedirectImportResult[]; changed: RedirectValues[] }> {
  const parsed = redirects.map((redirect) => orProblem(() => parseRedirect(context, redirect)));
  const sources = parsed.flatMap((values) => (values instanceof RedirectProblem ? [] : values.source));
  const [rows, usedPaths] = [
    await findAllRedirects(db, context.site.id),
    await findUsedPaths(db, publicVisibility(context), sources),
  ];
  const table = createRedirectTable(rows);
  const changed = new Map<string, RedirectValues>();
  const results = parsed.map((values, index): RedirectImportResult => {
    const checked =
      values instanceof RedirectProblem ? values : orProblem(() => checkRedirect(table, usedPaths, values));
    if (checked instanceof RedirectProblem) {
      const { field, rule, message } = checked;
      return { index, action: "REJECTED", problem: { field, rule, description: message } };
    }
    const before = table.find(checked.source);
    if (before?.target === checked.target && before.status === checked.status) return { index, action: "UNCHANGED" };
    table.set(checked);
    changed.set(checked.source, checked);
    return { index, action: before ? "CHANGED" : "CREATED" };
  });
  if (table.size() > maxSiteRedirects) throw new Refusal("REDIRECTS_FULL");
  return { results, changed: [...changed.values()] };
}

function orProblem<Result>(work: () => Result): Result | RedirectProblem {
  try {
    return work();
  } catch (error) {
    if (error instanceof RedirectProblem) return error;
    throw error;
  }
}

/** Changes wait here and not in the database, where each would occupy a connection. */
const changes = createSemaphore({ maxConcurrent: 1, maxQueued: 16 });

async function changeRedirects<Result>(
  context: BlogContext,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return changes.run(() =>
    context.db.transaction().execute(async (tx) => {
      await lockRedirects(tx, context.site.id);
      return work(tx);
    }),
  );
}

async function requireSpace(tx: Transaction<Tables>, { site }: BlogTxContext): Promise<void> {
  if ((await countRedirects(tx, site.id)) >= maxSiteRedirects) throw new Refusal("REDIRECTS_FULL");
}

async function requireRedirect(tx: Transaction<Tables>, { site }: BlogTxContext, id: string): Promise<RedirectRow> {
  const row = isId(id) ? await findRedirectById(tx, site.id, id) : undefined;
  if (!row) throw new Refusal("REDIRECT_NOT_FOUND");
  return row;
}

/** @param replaced The source of the redirect to change. @throws {InvalidArguments} */
async function parseUnique(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  redirect: Redirects[number],
  replaced?: string,
): Promise<RedirectValues> {
  try {
    const values = parseRedirect(context, redirect);
    const table = createRedirectTable(await findAllRedirects(tx, context.site.id));
    if (replaced !== undefined) table.delete(replaced);
    checkRedirect(table, await findUsedPaths(tx, publicVisibility(context), [values.source]), values);
    if (table.find(values.source)) throw new RedirectProblem("source", "SOURCE_TWICE", "must not have a redirect yet");
    return values;
  } catch (error) {
    if (!(error instanceof RedirectProblem)) throw error;
    throw new InvalidArguments([violation(`redirect.${error.field}`, error.message, "OTHER", error.rule)]);
  }
}

const serializeRedirect = ({ created_at, ...values }: RedirectRow): SiteRedirect => ({
  ...values,
  createdDate: created_at.toISOString(),
});

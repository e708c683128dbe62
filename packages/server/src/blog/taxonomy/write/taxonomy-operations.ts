import { toSlug } from "@porchlight/contract/blog/slug";
import { fieldRules } from "@porchlight/contract/field-rules";
import type { Transaction } from "kysely";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import { isUniqueViolation } from "../../../platform/db/database.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { withTransactionRetry } from "../../../platform/db/transactions.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { getTermJson, recordPostUpdates, recordTermEvent } from "../../blog-events.ts";
import { publicVisibility, urlBases } from "../../posts/post-visibility.ts";
import { findFreeSlug, requireSlugCharacters } from "../../slugs/resolve-slug.ts";
import { findTakenSlugs } from "../../slugs/slugs-store.ts";
import { findCategory } from "../categories-store.ts";
import { findTag } from "../tags-store.ts";
import {
  deleteTermRow,
  findTermByLabel,
  insertCategory,
  insertLegacySlug,
  insertTag,
  type LockedTerm,
  lockTerm,
  lockWrites,
  reassignLegacySlugs,
  replaceTermOnPosts,
  type TaxonomyChange,
  type TaxonomyKind,
  updateTermRow,
} from "./taxonomy-writes-store.ts";

/** Operations shared by the use cases that write categories and tags. Each runs in a transaction of the caller. */

type Tx = Transaction<Tables>;

/** Paths of the label and slug in the request. */
interface Fields {
  label: string;
  slug: string;
}

const notFound = { categories: "CATEGORY_NOT_FOUND", tags: "TAG_NOT_FOUND" } as const;

/**
 * Runs `work` in a transaction and retries it after conflicts: imports create categories and tags too, and lock posts
 * in another order.
 */
export const withTaxonomyLock = <Result>(
  context: BlogContext,
  kind: TaxonomyKind,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  withTransactionRetry(
    context,
    async (tx) => {
      await lockWrites(tx, kind);
      return work(tx);
    },
    (error) => isUniqueViolation(error, `${kind}_slug`),
  );

/** @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`. */
export async function lockExistingTerm(
  tx: Tx,
  context: BlogTxContext,
  kind: TaxonomyKind,
  id: string,
): Promise<LockedTerm> {
  const found = isId(id) ? await lockTerm(tx, context.site.id, kind, id) : undefined;
  if (!found) throw new Refusal(notFound[kind]);
  return found;
}

/** @returns The id. @throws {Refusal} `SLUG_TAKEN`, `LABEL_TAKEN`. */
export async function createTerm(
  tx: Tx,
  context: BlogTxContext,
  kind: TaxonomyKind,
  { label, slug: requestedSlug, language, ...change }: Omit<TaxonomyChange, "slug"> & NewTerm,
  fields: Fields,
): Promise<string> {
  const at = context.now();
  const id = newId(at.getTime());
  await requireUniqueLabel(tx, context, kind, { label, language, id }, fields);
  const slug = await resolveTermSlug(tx, context, kind, { requestedSlug, label, language, id }, fields);
  if (kind === "tags") await insertTag(tx, context.site.id, { ...change, id, label, slug, language }, at);
  else await insertCategory(tx, context.site.id, { ...change, id, label, slug, language }, at);
  await recordTermEvent(tx, context, kind, "created", id);
  return id;
}

interface NewTerm {
  label: string;
  /** As requested. */
  slug: string | null | undefined;
  language: string;
}

/**
 * @param slug As requested; `null` for a slug made from the label.
 * @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`.
 */
export async function updateTerm(
  tx: Tx,
  context: BlogTxContext,
  kind: TaxonomyKind,
  current: LockedTerm,
  { slug: requestedSlug, ...change }: Omit<TaxonomyChange, "slug"> & { slug?: string | null | undefined },
  fields: Fields,
): Promise<void> {
  const at = context.now();
  const { id, language } = current;
  const label = change.label ?? current.label;
  if (label !== current.label) await requireUniqueLabel(tx, context, kind, { label, language, id }, fields);
  const slug =
    requestedSlug === undefined
      ? current.slug
      : await resolveTermSlug(tx, context, kind, { requestedSlug, label, language, id }, fields);
  if (Object.keys(change).length === 0 && slug === current.slug) return;
  await updateTermRow(tx, context.site.id, kind, { ...change, id, slug }, at);
  if (slug !== current.slug) await insertLegacySlug(tx, context.site.id, kind, { slug: current.slug, id }, at);
  await recordTermEvent(tx, context, kind, "updated", id);
}

/**
 * Deletes a category or tag and removes it from posts and drafts. @throws {Refusal} `CATEGORY_NOT_FOUND`,
 * `TAG_NOT_FOUND`.
 */
export async function removeTerm(tx: Tx, context: BlogTxContext, kind: TaxonomyKind, id: string): Promise<void> {
  const current = await lockExistingTerm(tx, context, kind, id);
  const json = await getTermJson(tx, context, kind, current.id);
  const posts = await replaceTermOnPosts(tx, context.site.id, kind, current.id, null);
  await deleteTermRow(tx, context.site.id, kind, current.id);
  await recordPostUpdates(tx, context, posts);
  await recordTermEvent(tx, context, kind, "deleted", current.id, json);
}

/**
 * Moves posts, drafts, and legacy slugs to the target and deletes the source.
 *
 * @param field Path of the target in the request.
 * @returns The id of the target.
 * @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`. @throws {InvalidArguments} for an invalid target.
 */
export async function mergeTerms(
  tx: Tx,
  context: BlogTxContext,
  kind: TaxonomyKind,
  { id, targetId, field }: { id: string; targetId: string; field: string },
): Promise<string> {
  const source = await lockExistingTerm(tx, context, kind, id);
  const target = isId(targetId) ? await lockTerm(tx, context.site.id, kind, targetId) : undefined;
  const invalid = (description: string) => new InvalidArguments([violation(field, description, "OTHER")]);
  if (!target) throw invalid(`must be the id of a ${kind === "tags" ? "tag" : "category"} of this site`);
  if (target.id === source.id) throw invalid(fieldRules.ANOTHER_TERM);
  if (target.language !== source.language) throw invalid(`must have the same language, not ${target.language}`);
  const json = await getTermJson(tx, context, kind, source.id);
  const posts = await replaceTermOnPosts(tx, context.site.id, kind, source.id, target.id);
  await reassignLegacySlugs(tx, context.site.id, kind, source.id, target.id);
  await deleteTermRow(tx, context.site.id, kind, source.id);
  await insertLegacySlug(tx, context.site.id, kind, { slug: source.slug, id: target.id }, context.now());
  await recordPostUpdates(tx, context, posts);
  await recordTermEvent(tx, context, kind, "deleted", source.id, json);
  return target.id;
}

async function requireUniqueLabel(
  tx: Tx,
  context: BlogTxContext,
  kind: TaxonomyKind,
  { label, language, id }: { label: string; language: string; id: string },
  fields: Fields,
): Promise<void> {
  const other = await findTermByLabel(tx, context.site.id, kind, { label, language, exceptId: id });
  if (other !== undefined) throw new Refusal("LABEL_TAKEN", { label, id: other, field: fields.label });
}

async function resolveTermSlug(
  tx: Tx,
  context: BlogTxContext,
  kind: TaxonomyKind,
  {
    requestedSlug,
    label,
    language,
    id,
  }: { requestedSlug: string | null | undefined; label: string; language: string; id: string },
  fields: Fields,
): Promise<string> {
  const findTaken = (slugs: string[]) => findTakenSlugs(tx, context.site.id, kind, { slugs, language, exceptId: id });
  if (!requestedSlug?.trim()) return findFreeSlug(toSlug(label.toLowerCase()), findTaken);
  requireSlugCharacters(requestedSlug, fields.slug);
  const slug = toSlug(requestedSlug);
  if ((await findTaken([slug])).size > 0) throw new Refusal("SLUG_TAKEN", { slug, field: fields.slug });
  return slug;
}

type Fieldsets = readonly ("UNKNOWN" | "URL" | "SEO")[] | null | undefined;

export async function serializeCategory(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  id: string,
  fieldsets: Fieldsets,
): Promise<string> {
  const selected = (fieldsets ?? []).filter((fieldset) => fieldset !== "UNKNOWN");
  const json = await findCategory(tx, publicVisibility(context), id, { fieldsets: selected, bases: urlBases(context) });
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return json;
}

export async function serializeTag(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  id: string,
  fieldsets: Fieldsets,
): Promise<string> {
  const withUrl = fieldsets?.includes("URL") === true;
  const json = await findTag(tx, publicVisibility(context), id, { withUrl, bases: urlBases(context) });
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return json;
}

import type { Transaction } from "kysely";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import { isDeadlock, isUniqueViolation } from "../../../platform/db/database.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { recordLabelEvent, recordPostUpdates, tellLabel } from "../../blog-events.ts";
import { toSlug } from "../../import/store/post-slugs.ts";
import { findFreeSlug } from "../../slugs/free-slug.ts";
import { findTakenSlugs } from "../../slugs/taken-slugs-store.ts";
import {
  deleteLabel,
  findLabelled,
  insertCategory,
  insertTag,
  type Kind,
  type LockedLabel,
  lockLabel,
  lockWrites,
  moveFormerSlugs,
  type TaxonomyChange,
  takeFormerSlug,
  takeOffPosts,
  updateLabel,
} from "./taxonomy-writes-store.ts";

/** What the calls that write categories and tags are made of. Each runs in a transaction of the use case. */

type Tx = Transaction<Tables>;

/** Where the label and the slug are in the request. */
interface Fields {
  label: string;
  slug: string;
}

const notFound = { categories: "CATEGORY_NOT_FOUND", tags: "TAG_NOT_FOUND" } as const;

/** Imports make categories and tags, too, and lock posts in an order of their own. */
const tries = 4;

/** Writes in one transaction, and once more when somebody else was quicker or waits for the same rows. */
export async function writing<Result>(
  { db }: BlogContext,
  kind: Kind,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await lockWrites(tx, kind);
        return work(tx);
      });
    } catch (error) {
      const mayTry = isUniqueViolation(error, `${kind}_slug`) || isDeadlock(error);
      if (!mayTry || tried >= tries) throw error;
    }
  }
}

/** Locks one that is there. @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`. */
export async function lockKnown(tx: Tx, context: BlogTxContext, kind: Kind, id: string): Promise<LockedLabel> {
  const found = isId(id) ? await lockLabel(tx, context.site.id, kind, id) : undefined;
  if (!found) throw new Refusal(notFound[kind]);
  return found;
}

/** @returns The id. @throws {Refusal} `SLUG_TAKEN`, `LABEL_TAKEN`. */
export async function makeLabel(
  tx: Tx,
  context: BlogTxContext,
  kind: Kind,
  { label, slug: asked, language, ...change }: Omit<TaxonomyChange, "slug"> & NewLabel,
  fields: Fields,
): Promise<string> {
  const at = context.now();
  const id = newId(at.getTime());
  await needOwnLabel(tx, context, kind, { label, language, id }, fields);
  const slug = await settleSlug(tx, context, kind, { asked, label, language, id }, fields);
  if (kind === "tags") await insertTag(tx, context.site.id, { id, label, slug, language }, at);
  else await insertCategory(tx, context.site.id, { ...change, id, label, slug, language }, at);
  await recordLabelEvent(tx, context, kind, "created", id);
  return id;
}

interface NewLabel {
  label: string;
  /** As it was asked for. */
  slug: string | null | undefined;
  language: string;
}

/**
 * Changes one that is there.
 *
 * @param slug As it was asked for; `null` for one that is made from the label.
 * @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`.
 */
export async function changeLabel(
  tx: Tx,
  context: BlogTxContext,
  kind: Kind,
  known: LockedLabel,
  { slug: asked, ...change }: Omit<TaxonomyChange, "slug"> & { slug?: string | null | undefined },
  fields: Fields,
): Promise<void> {
  const at = context.now();
  const { id, language } = known;
  const label = change.label ?? known.label;
  if (label !== known.label) await needOwnLabel(tx, context, kind, { label, language, id }, fields);
  const slug =
    asked === undefined ? known.slug : await settleSlug(tx, context, kind, { asked, label, language, id }, fields);
  if (Object.keys(change).length === 0 && slug === known.slug) return;
  await updateLabel(tx, context.site.id, kind, { ...change, id, slug }, at);
  if (slug !== known.slug) await takeFormerSlug(tx, context.site.id, kind, { slug: known.slug, id }, at);
  await recordLabelEvent(tx, context, kind, "updated", id);
}

/** Removes one, and takes it off posts and drafts. @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`. */
export async function removeLabel(tx: Tx, context: BlogTxContext, kind: Kind, id: string): Promise<void> {
  const known = await lockKnown(tx, context, kind, id);
  const told = await tellLabel(tx, context, kind, known.id);
  const posts = await takeOffPosts(tx, context.site.id, kind, known.id, null);
  await deleteLabel(tx, context.site.id, kind, known.id);
  await recordPostUpdates(tx, context, posts);
  await recordLabelEvent(tx, context, kind, "deleted", known.id, told);
}

/**
 * Gives what one has to another, and removes it.
 *
 * @param field Where the other is in the request.
 * @returns The id of the other.
 * @throws {Refusal} `CATEGORY_NOT_FOUND`, `TAG_NOT_FOUND`. @throws {InvalidArguments} for one that cannot take it.
 */
export async function mergeLabels(
  tx: Tx,
  context: BlogTxContext,
  kind: Kind,
  { id, targetId, field }: { id: string; targetId: string; field: string },
): Promise<string> {
  const from = await lockKnown(tx, context, kind, id);
  const into = isId(targetId) ? await lockLabel(tx, context.site.id, kind, targetId) : undefined;
  const refuse = (description: string) => new InvalidArguments([violation(field, description, "OTHER")]);
  if (!into) throw refuse(`names no ${kind === "tags" ? "tag" : "category"} of this site`);
  if (into.id === from.id) throw refuse("names the same one");
  if (into.language !== from.language) throw refuse(`is in another language, ${into.language}`);
  const told = await tellLabel(tx, context, kind, from.id);
  const posts = await takeOffPosts(tx, context.site.id, kind, from.id, into.id);
  await moveFormerSlugs(tx, context.site.id, kind, from.id, into.id);
  await deleteLabel(tx, context.site.id, kind, from.id);
  await takeFormerSlug(tx, context.site.id, kind, { slug: from.slug, id: into.id }, context.now());
  await recordPostUpdates(tx, context, posts);
  await recordLabelEvent(tx, context, kind, "deleted", from.id, told);
  return into.id;
}

async function needOwnLabel(
  tx: Tx,
  context: BlogTxContext,
  kind: Kind,
  { label, language, id }: { label: string; language: string; id: string },
  fields: Fields,
): Promise<void> {
  const other = await findLabelled(tx, context.site.id, kind, { label, language, exceptId: id });
  if (other !== undefined) throw new Refusal("LABEL_TAKEN", { label, id: other, field: fields.label });
}

async function settleSlug(
  tx: Tx,
  context: BlogTxContext,
  kind: Kind,
  { asked, label, language, id }: { asked: string | null | undefined; label: string; language: string; id: string },
  fields: Fields,
): Promise<string> {
  const findTaken = (slugs: string[]) => findTakenSlugs(tx, context.site.id, kind, { slugs, language, exceptId: id });
  if (!asked?.trim()) return findFreeSlug(toSlug(label.toLowerCase()), findTaken);
  const slug = toSlug(asked);
  if ((await findTaken([slug])).size > 0) throw new Refusal("SLUG_TAKEN", { slug, field: fields.slug });
  return slug;
}

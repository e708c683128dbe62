import type { Transaction } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import { isDeadlock, isUniqueViolation } from "../../platform/db/database.ts";
import type { PostChange } from "../../platform/db/tables/json-columns.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { BlogContext } from "../blog-context.ts";
import type { LockedDraft } from "../drafts/write/draft-writes-store.ts";
import { toSlug } from "../import/store/post-slugs.ts";
import { findFreeSlug } from "./free-slug.ts";
import { findTakenSlugs } from "./taken-slugs-store.ts";

/** Two that take the same slug at the same moment: the later one looks again. */
const tries = 12;

/**
 * The slug that a change leads to, where it leads to another. One that was asked for is taken or refused; one that is made from the
 * title of a post that was never published gets a number when another post has it.
 *
 * @throws {Refusal} `SLUG_TAKEN`.
 */
export async function settleSlug(
  tx: Transaction<Tables>,
  siteId: string,
  change: PostChange,
  draft: LockedDraft | { id: string },
  field: string,
  siteLanguage: string,
): Promise<string | undefined> {
  const before = "slug" in draft ? { ...columnsBefore(draft), ...draft.edits } : undefined;
  const after = { ...before, ...change };
  const language = after.language ?? siteLanguage;
  const follows = !("lastPublishedAt" in draft) || draft.lastPublishedAt === null;
  const wanted = after.seo_slug ?? (follows ? after.title : undefined);
  const moves = before?.language !== language;
  if (before && !moves && change.seo_slug === undefined && (!follows || after.title === before.title)) return undefined;
  const base = wanted == null ? (before?.slug ?? "") : toSlug(wanted);
  if (base === before?.slug && !moves) return undefined;
  const isTaken = (slugs: string[]) => findTakenSlugs(tx, siteId, "posts", { slugs, language, exceptId: draft.id });
  if (after.seo_slug != null || !follows) {
    const taken = await isTaken([base]);
    if (taken.size > 0) throw new Refusal("SLUG_TAKEN", { slug: base, field: `${field}.seoSlug` });
    return base;
  }
  return findFreeSlug(base, isTaken);
}

const columnsBefore = ({ slug, title, language, seoSlug }: LockedDraft): PostChange => ({
  slug,
  title,
  language,
  seo_slug: seoSlug,
});

/**
 * Writes in one transaction, and once more when another was quicker with the slug or waits for the same rows.
 *
 * @throws {Refusal} `SLUG_TAKEN`.
 */
export async function writingSlugs<Result>(
  { db }: BlogContext,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const slugTaken = isUniqueViolation(error, "posts_slug");
      if (!slugTaken && (!isDeadlock(error) || tried >= tries)) throw error;
      if (tried >= tries) throw new Refusal("SLUG_TAKEN", { field: "draftPost.seoSlug" });
    }
  }
}

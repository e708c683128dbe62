import type { ReadDraft } from "@porchlight/contract/blog/drafts/schema";
import type { DraftAction, DraftFieldset, DraftOrigin } from "@porchlight/contract/blog/drafts/draft-values";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import type { Transaction } from "kysely";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { PostChange } from "../../../platform/db/tables/json-columns.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { momentOf } from "../../../platform/settings/time-zone.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { recordPostEvents, tellingChange } from "../../blog-events.ts";
import { postPath } from "../../posts/post-serializer.ts";
import { addressBases } from "../../posts/post-visibility.ts";
import { toFormerPath } from "../../slugs/legacy-path.ts";
import { takeFormerPath } from "../../slugs/legacy-paths-store.ts";
import { settleSlug } from "../../slugs/resolve-slug.ts";
import { ownerOf, type Writer } from "../authorize-writer.ts";
import { findDraft } from "../drafts-store.ts";
import { approved, checkMember, rejected, submitted, whatMembersSettle } from "../review/review-operations.ts";
import { mailVerdict } from "../review/send-review-result.ts";
import { keepRevision } from "../revisions/revision-operations.ts";
import { needUntranslated } from "../translations/translation-operations.ts";
import { findStoredValues } from "./draft-values-store.ts";
import {
  type Change,
  insertDraft,
  keepEdits,
  type LockedDraft,
  lockDraft,
  type Transition,
  writeThrough,
} from "./draft-writes-store.ts";
import { readChange } from "./parse-draft-input.ts";
import { editsAfter, withoutUnchanged } from "./unchanged.ts";

/** What the calls that write drafts, one or many, are made of. Each runs in a transaction of the use case. */

type Tx = Transaction<Tables>;

/** JSON of a draft that is there. */
export async function tellWritten(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  fieldsets: readonly DraftFieldset[] | null | undefined,
): Promise<string> {
  const fields = { fieldsets: fieldsets ?? [], bases: addressBases(context) };
  const json = await findDraft(tx, context.site.id, id, fields);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return json;
}

/** @throws {Refusal} `POST_NOT_FOUND` when there is none, it is in the trash, or not the writer's to change. */
export async function lockLiveDraft(tx: Tx, context: BlogTxContext, id: string, writer: Writer): Promise<LockedDraft> {
  const draft = isId(id) ? await lockDraft(tx, context.site.id, id) : undefined;
  const ownerId = ownerOf(writer);
  if (!draft || draft.status === "DELETED" || (ownerId !== undefined && draft.memberId !== ownerId))
    throw new Refusal("POST_NOT_FOUND");
  return draft;
}

export interface NewDraft {
  input: ReadDraft & { translationId?: string | null | undefined };
  publish: boolean;
  /** Where the draft is in the request. */
  field: string;
  origin?: DraftOrigin;
}

/**
 * Makes a draft, published at once where that is wished, or submitted for review.
 *
 * @returns Its id.
 * @throws {InvalidArguments} @throws {Refusal} `POST_TRANSLATED`, `SLUG_TAKEN`.
 */
export async function makeDraft(
  tx: Tx,
  context: BlogTxContext,
  { input, publish, field, origin = "MANUAL_SAVE" }: NewDraft,
  writer: Writer,
): Promise<string> {
  const { site } = context;
  const at = context.now();
  const id = newId(at.getTime());
  const settled: NewDraft["input"] = writer.mayPublish
    ? input
    : { ...whatMembersSettle(input), memberId: writer.memberId };
  const change = await readChange(tx, context, settled, field, undefined);
  const values = { title: "", language: site.language, ...change.values };
  const { translationId = null } = settled;
  if (translationId) await needUntranslated(tx, context, { id: translationId, translationId }, values.language);
  for (;;) {
    const slug = await settleSlug(tx, site.id, values, { id }, field, site.language);
    const whole = { values: { ...values, slug: slug ?? "" }, richContent: change.richContent };
    const how = { translationId, origin };
    if (await insertDraft(tx, site.id, id, whole, how, at)) break;
  }
  await keepRevision(tx, context, id);
  if (publish)
    await publishDraft(tx, context, await lockLiveDraft(tx, context, id, writer), { values: {} }, { field, writer });
  await recordPostEvents(tx, context, id);
  return id;
}

export interface DraftUpdate {
  input: Partial<ReadDraft> & { revision?: string | null | undefined };
  action: DraftAction;
  scheduledPublishDate: string | null | undefined;
  /** Why UPDATE_REJECT does. */
  rejectionReason?: string | null | undefined;
  /** Where the draft is in the request. */
  field: string;
  /** What a plain change counts as, where the change itself does not tell. */
  origin?: DraftOrigin;
}

/** From which status each action leads on; any but the trash unless given. */
const begins: Partial<Record<DraftAction, readonly PostStatus[]>> = {
  UPDATE_PUBLICATION: ["PUBLISHED"],
  UPDATE_SCHEDULE: ["UNPUBLISHED", "SCHEDULED", "IN_REVIEW"],
  UPDATE_CANCEL_SCHEDULE: ["SCHEDULED"],
  UPDATE_REJECT: ["IN_REVIEW"],
};

/**
 * Changes a draft, and its status as the action says. Of a published post nothing becomes public before it is published again.
 *
 * @throws {InvalidArguments}
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`, `POST_TRANSLATED`, `SLUG_TAKEN`.
 */
export async function changeDraft(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  update: DraftUpdate,
  writer: Writer,
): Promise<void> {
  await tellingChange(tx, context, id, () => changeLiveDraft(tx, context, id, update, writer));
}

async function changeLiveDraft(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  update: DraftUpdate,
  writer: Writer,
): Promise<void> {
  const { action, field } = update;
  const { site } = context;
  const at = context.now();
  const draft = await lockLiveDraft(tx, context, id, writer);
  const { status, revision } = draft;
  if (update.input.revision != null && update.input.revision !== revision)
    throw new Refusal("POST_CHANGED", { revision });
  if (begins[action]?.includes(status) === false) throw new Refusal("POST_STATUS_CONFLICT", { status });
  if (!writer.mayPublish) checkMember(status, action);
  const input = writer.mayPublish ? update.input : whatMembersSettle(update.input);

  const stored = await findStoredValues(tx, site.id, draft.id);
  const excerpt = draft.edits.excerpt ?? stored.values.excerpt ?? "";
  const { own_excerpt: ownExcerpt = draft.ownExcerpt, member_id: memberId = draft.memberId } = draft.edits;
  const current = { id: draft.id, ownExcerpt, excerpt, memberId };
  const sent = await readChange(tx, context, input, field, current);
  const change = withoutUnchanged(sent, stored, draft, input);
  const { language } = change.values;
  const isOther = language?.toLowerCase() !== (draft.edits.language ?? draft.language).toLowerCase();
  if (language !== undefined && isOther) await needUntranslated(tx, context, draft, language);
  const slug = await settleSlug(tx, site.id, change.values, draft, field, site.language);
  if (slug !== undefined) change.values.slug = slug;

  if (action === "UPDATE") {
    if (Object.keys(change.values).length === 0 && !change.richContent) return;
    if (status === "SCHEDULED") needTitle(draft, change.values, field);
    const origin = update.origin ?? originOf(change);
    if (status !== "PUBLISHED") return settle(tx, context, draft, change, { origin });
    await keepEdits(tx, site.id, draft, editsAfter(change, stored, draft), origin, at);
    return keepRevision(tx, context, draft.id);
  }
  const unpublished = { status: "UNPUBLISHED", scheduledAt: null } as const;
  switch (action) {
    case "UPDATE_PUBLISH":
    case "UPDATE_PUBLICATION":
      return publishDraft(tx, context, draft, change, { field, writer });
    case "UPDATE_SCHEDULE": {
      const scheduledAt = readSchedule(update.scheduledPublishDate, site.timeZone, at);
      needTitle(draft, change.values, field);
      const isVerdict = status === "IN_REVIEW";
      const moderation = isVerdict ? approved(draft, writer, at) : draft.moderation;
      await settle(tx, context, draft, change, { status: "SCHEDULED", scheduledAt, moderation, origin: "SCHEDULE" });
      if (isVerdict)
        await mailVerdict(tx, context, draft, { ...nameOf(draft, change.values), status: "APPROVED", on: scheduledAt });
      return;
    }
    case "UPDATE_CANCEL_SCHEDULE":
      return settle(tx, context, draft, change, { ...unpublished, origin: "UNSCHEDULE" });
    case "UPDATE_REVERT_TO_DRAFT": {
      const origin = status === "IN_REVIEW" ? "REMOVE_FROM_MODERATION" : "REVERT_TO_DRAFT";
      return settle(tx, context, draft, change, { ...unpublished, origin });
    }
    case "UPDATE_REJECT": {
      const moderation = rejected(draft, writer, at, update.rejectionReason);
      await settle(tx, context, draft, change, { ...unpublished, moderation, origin: "REJECT_FROM_MODERATION" });
      const reason = update.rejectionReason;
      return mailVerdict(tx, context, draft, { ...nameOf(draft, change.values), status: "REJECTED", reason });
    }
  }
}

/** What a change of one thing counts as. Source: entities.md, Draft post, "Origin". */
const origins: Readonly<Record<string, DraftOrigin>> = {
  category_ids: "ADD_CATEGORIES",
  member_id: "REASSIGN_OWNER",
  pricing_plan_ids: "PRICING_PLANS_CHANGE",
  language: "LANGUAGE_CHANGE",
};

function originOf({ values, richContent }: Change): DraftOrigin {
  const [name = "", ...others] = Object.keys(values).filter((column) => column !== "slug");
  return others.length === 0 && !richContent ? (origins[name] ?? "MANUAL_SAVE") : "MANUAL_SAVE";
}

/**
 * Makes a draft, with what was kept of its changes, what everyone sees; for a writer who may not publish, submits it for review.
 *
 * @param on When it is published: now unless given.
 * @param origin What the draft tells of it.
 * @throws {InvalidArguments} when it has no title. A violation of `posts_slug` when another post has its slug by now.
 */
export async function publishDraft(
  tx: Tx,
  context: BlogTxContext,
  draft: LockedDraft,
  { values, richContent }: Change,
  { field, writer, origin = "PUBLISH", on }: { field: string; writer: Writer; origin?: DraftOrigin; on?: Date },
): Promise<void> {
  const at = on ?? context.now();
  needTitle(draft, values, field);
  if (!writer.mayPublish) {
    const moderation = submitted(writer, context.now());
    return settle(
      tx,
      context,
      draft,
      { values, richContent },
      { status: "IN_REVIEW", moderation, origin: "MODERATION" },
    );
  }
  const settled = { ...draft.edits, ...values }.first_published_at;
  const first = settled === undefined ? draft.firstPublishedAt : settled === null ? null : new Date(settled);
  const wasInReview = draft.status === "IN_REVIEW";
  await settle(
    tx,
    context,
    draft,
    { values: { ...values, first_published_at: (first ?? at).toISOString() }, richContent },
    {
      status: "PUBLISHED",
      scheduledAt: null,
      lastPublishedAt: first && first > at ? first : at,
      moderation: wasInReview ? approved(draft, writer, context.now()) : draft.moderation,
      origin: wasInReview ? "APPROVE_IN_MODERATION" : origin,
    },
  );
  if (wasInReview) {
    const later = first && first > context.now() ? first : undefined;
    await mailVerdict(tx, context, draft, { ...nameOf(draft, values), status: "APPROVED", on: later });
  }
}

/** What a post is called after a change. */
const nameOf = ({ edits, title, slug, language }: LockedDraft, values: PostChange) => ({
  language: values.language ?? edits.language ?? language,
  title: values.title ?? edits.title ?? title,
  slug: values.slug ?? edits.slug ?? slug,
});

/** Writes a change through; an address that the post has had in public goes on leading to it. */
async function settle(
  tx: Tx,
  context: BlogTxContext,
  draft: LockedDraft,
  change: Change,
  transition: Partial<Transition> & Pick<Transition, "origin">,
): Promise<void> {
  const { status, scheduledAt, lastPublishedAt, moderation } = draft;
  const at = context.now();
  const whole = { status, scheduledAt, lastPublishedAt, moderation, formerStatus: null, ...transition };
  await writeThrough(tx, context.site.id, draft, change, whole, at);
  await keepRevision(tx, context, draft.id);
  const slug = change.values.slug ?? draft.edits.slug ?? draft.slug;
  if (slug === draft.slug || lastPublishedAt === null) return;
  const path = toFormerPath(postPath + draft.slug);
  if (path !== undefined) await takeFormerPath(tx, { siteId: context.site.id, postId: draft.id, path, at });
}

function needTitle(draft: LockedDraft, values: PostChange, field: string): void {
  if ((values.title ?? draft.edits.title ?? draft.title) === "")
    throw new InvalidArguments([violation(`${field}.title`, "is needed before a post is published", "REQUIRED_FIELD")]);
}

/** @param timeZone Of a date that says none. */
function readSchedule(date: string | null | undefined, timeZone: string, now: Date): Date {
  const refuse = (description: string, rule: string) => {
    throw new InvalidArguments([violation("scheduledPublishDate", description, rule)]);
  };
  if (date == null) return refuse("says when the post is to be published", "REQUIRED_FIELD");
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(date) ? new Date(date) : momentOf(date, timeZone);
  return at > now ? at : refuse("must be in the future", "MIN");
}

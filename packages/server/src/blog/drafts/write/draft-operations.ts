import type { DraftAction, DraftFieldset, DraftOrigin } from "@porchlight/contract/blog/drafts/draft-values";
import type { ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import { fieldRules, type ViolatedRule } from "@porchlight/contract/field-rules";
import type { Transaction } from "kysely";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import {
  findByIdempotencyKey,
  isRepeatedSave,
  setIdempotencyKey,
} from "../../../platform/db/idempotent-saves-store.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { PostChange } from "../../../platform/db/tables/column-types.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { toInstant } from "../../../platform/settings/time-zone.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { recordPostEvents, withPostEvents } from "../../blog-events.ts";
import { queueNewsletter } from "../../newsletter/send-newsletter.ts";
import { postPath } from "../../posts/post-json-sql.ts";
import { urlBases } from "../../posts/post-visibility.ts";
import { resolveSlug } from "../../slugs/resolve-slug.ts";
import { upsertLegacyPath } from "../../slugs/slugs-store.ts";
import { isVisibleTo, type Writer } from "../authorize-writer.ts";
import { findDraft } from "../drafts-store.ts";
import {
  approvedDetails,
  rejectedDetails,
  requireMemberAction,
  submittedDetails,
  withoutEditorFields,
} from "../review/review-operations.ts";
import { sendReviewResult } from "../review/send-review-result.ts";
import { recordRevision } from "../revisions/revision-operations.ts";
import { findTranslation } from "../translations/translations-store.ts";
import { editsAfter, withoutUnchanged } from "./draft-changes.ts";
import {
  applyChange,
  type DraftChange,
  findStaffName,
  findStoredValues,
  insertDraft,
  type LockedDraft,
  lockDraft,
  saveEdits,
  type Transition,
} from "./draft-writes-store.ts";
import { saveFormerPost } from "./former-posts-store.ts";
import { parseDraftInput } from "./parse-draft-input.ts";

/** Operations shared by the use cases that write drafts. Each runs in a transaction of the caller. */

type Tx = Transaction<Tables>;

/** @throws {Refusal} `POST_NOT_FOUND`. */
export async function getDraftJson(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  fieldsets: readonly DraftFieldset[] | null | undefined,
): Promise<string> {
  const fields = { fieldsets: fieldsets ?? [], bases: urlBases(context) };
  const json = await findDraft(tx, context.site.id, id, fields);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return json;
}

/** @throws {Refusal} `POST_NOT_FOUND` if it does not exist, is in the trash, or the writer may not change it. */
export async function lockLiveDraft(tx: Tx, context: BlogTxContext, id: string, writer: Writer): Promise<LockedDraft> {
  const draft = isId(id) ? await lockDraft(tx, context.site.id, id) : undefined;
  if (!draft || draft.status === "DELETED" || !isVisibleTo(writer, draft)) throw new Refusal("POST_NOT_FOUND");
  return draft;
}

export interface NewDraft {
  input: ParsedDraft & { translationId?: string | null | undefined };
  publish: boolean;
  /** Where the draft is in the request. */
  field: string;
  origin?: DraftOrigin;
  /** Repeats with the same key return the first draft. */
  idempotencyKey?: string | null | undefined;
}

/**
 * Creates a draft, optionally published or submitted for review.
 *
 * @returns Its id.
 * @throws {InvalidArguments} @throws {Refusal} `POST_TRANSLATED`, `SLUG_TAKEN`.
 */
export async function createDraft(
  tx: Tx,
  context: BlogTxContext,
  { input, publish, field, origin = "MANUAL_SAVE", idempotencyKey }: NewDraft,
  writer: Writer,
): Promise<string> {
  const { site } = context;
  const created = idempotencyKey && (await findByIdempotencyKey(tx, "posts", site.id, idempotencyKey));
  if (created) return (await lockLiveDraft(tx, context, created, writer)).id;
  const at = context.now();
  const id = newId(at.getTime());
  const { person } = writer;
  const draftInput: NewDraft["input"] = writer.mayPublish ? { ...input } : withoutEditorFields(input);
  if (!writer.mayPublish && person?.kind === "member") draftInput.memberId = person.id;
  const staffId = person?.kind === "staff" ? person.id : null;
  const name = staffId === null ? "" : await findStaffName(tx, site.id, staffId);
  if (name) draftInput.authors ??= [name];
  const change = await parseDraftInput(tx, context, draftInput, field, undefined);
  const values = { title: "", language: site.language, ...change.values };
  const { translationId = null } = draftInput;
  if (translationId) await requireUntranslated(tx, context, { id: translationId, translationId }, values.language);
  for (;;) {
    const slug = await resolveSlug(tx, site.id, values, { id }, field, site.language);
    const draft = { values: { ...values, slug: slug ?? "" }, richContent: change.richContent };
    const options = { translationId, origin, staffId };
    if (await insertDraft(tx, site.id, id, draft, options, at)) break;
  }
  if (idempotencyKey) await setIdempotencyKey(tx, "posts", site.id, id, idempotencyKey);
  await recordRevision(tx, context, id);
  if (publish)
    await publishDraft(tx, context, await lockLiveDraft(tx, context, id, writer), { values: {} }, { field, writer });
  await recordPostEvents(tx, context, id);
  return id;
}

export interface DraftUpdate {
  input: Partial<ParsedDraft> & { revision?: string | null | undefined };
  action: DraftAction;
  scheduledPublishDate: string | null | undefined;
  /** For `UPDATE_REJECT`. */
  rejectionReason?: string | null | undefined;
  /** Where the draft is in the request. */
  field: string;
  /** Repeats with the same key are not conflicts. */
  idempotencyKey?: string | null | undefined;
  /** Origin of a plain update. Default: derived from the change. */
  origin?: DraftOrigin;
}

/** Statuses that each action requires. Default: any except the trash. */
const allowedStatuses: Partial<Record<DraftAction, readonly PostStatus[]>> = {
  UPDATE_PUBLICATION: ["PUBLISHED"],
  UPDATE_SCHEDULE: ["UNPUBLISHED", "SCHEDULED", "IN_REVIEW"],
  UPDATE_CANCEL_SCHEDULE: ["SCHEDULED"],
  UPDATE_REJECT: ["IN_REVIEW"],
};

/**
 * Updates a draft, and its status according to the action. Changes to a published post stay unpublished until it is
 * published again.
 *
 * @throws {InvalidArguments}
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `POST_CHANGED`, `POST_STATUS_CONFLICT`, `POST_TRANSLATED`,
 * `SLUG_TAKEN`.
 */
export async function updateDraft(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  update: DraftUpdate,
  writer: Writer,
): Promise<void> {
  await withPostEvents(tx, context, id, async () => {
    const draft = await lockLiveDraft(tx, context, id, writer);
    const { revision } = update.input;
    const { idempotencyKey } = update;
    if (isRepeatedSave({ revision, idempotencyKey }, draft)) return;
    if (revision != null && revision !== draft.revision)
      throw new Refusal("POST_CHANGED", { revision: draft.revision });
    await updateLockedDraft(tx, context, draft, update, writer);
    if (idempotencyKey) await setIdempotencyKey(tx, "posts", context.site.id, draft.id, idempotencyKey);
  });
}

async function updateLockedDraft(
  tx: Tx,
  context: BlogTxContext,
  draft: LockedDraft,
  update: DraftUpdate,
  writer: Writer,
): Promise<void> {
  const { action, field } = update;
  const { site } = context;
  const at = context.now();
  const { status } = draft;
  if (allowedStatuses[action]?.includes(status) === false) throw new Refusal("POST_STATUS_CONFLICT", { status });
  if (!writer.mayPublish) requireMemberAction(status, action);
  const input = writer.mayPublish ? update.input : withoutEditorFields(update.input);

  const stored = await findStoredValues(tx, site.id, draft.id);
  const excerpt = draft.edits.excerpt ?? stored.values.excerpt ?? "";
  const { own_excerpt: ownExcerpt = draft.ownExcerpt, member_id: memberId = draft.memberId } = draft.edits;
  const current = { id: draft.id, ownExcerpt, excerpt, memberId };
  const sent = await parseDraftInput(tx, context, input, field, current);
  const change = withoutUnchanged(sent, stored, draft, input);
  const { language } = change.values;
  const changesLanguage = language?.toLowerCase() !== (draft.edits.language ?? draft.language).toLowerCase();
  if (language !== undefined && changesLanguage) await requireUntranslated(tx, context, draft, language);
  const slug = await resolveSlug(tx, site.id, change.values, draft, field, site.language);
  if (slug !== undefined) change.values.slug = slug;

  if (action === "UPDATE") {
    if (Object.keys(change.values).length === 0 && !change.richContent) return;
    if (status === "SCHEDULED") requireTitle(draft, change.values, field);
    const origin = update.origin ?? originOf(change);
    if (status !== "PUBLISHED") return saveDraft(tx, context, draft, change, { origin });
    await saveEdits(tx, site.id, draft, editsAfter(change, stored, draft), origin, at);
    return recordRevision(tx, context, draft.id);
  }
  if (isReversible(action, draft, writer)) await saveFormerPost(tx, site.id, draft.id, at);
  const unpublished = { status: "UNPUBLISHED", scheduledAt: null } as const;
  switch (action) {
    case "UPDATE_PUBLISH":
    case "UPDATE_PUBLICATION":
      return publishDraft(tx, context, draft, change, { field, writer });
    case "UPDATE_SCHEDULE": {
      const scheduledAt = parseScheduledDate(update.scheduledPublishDate, site.timeZone, at);
      requireTitle(draft, change.values, field);
      const isReviewed = status === "IN_REVIEW";
      const moderation = isReviewed ? approvedDetails(draft, writer, at) : draft.moderation;
      await saveDraft(tx, context, draft, change, { status: "SCHEDULED", scheduledAt, moderation, origin: "SCHEDULE" });
      if (isReviewed)
        await sendReviewResult(tx, context, draft, {
          ...postIdentity(draft, change.values),
          status: "APPROVED",
          on: scheduledAt,
        });
      return;
    }
    case "UPDATE_CANCEL_SCHEDULE":
      return saveDraft(tx, context, draft, change, { ...unpublished, origin: "UNSCHEDULE" });
    case "UPDATE_REVERT_TO_DRAFT": {
      const origin = status === "IN_REVIEW" ? "REMOVE_FROM_MODERATION" : "REVERT_TO_DRAFT";
      return saveDraft(tx, context, draft, change, { ...unpublished, origin });
    }
    case "UPDATE_REJECT": {
      const moderation = rejectedDetails(draft, writer, at, update.rejectionReason);
      await saveDraft(tx, context, draft, change, { ...unpublished, moderation, origin: "REJECT_FROM_MODERATION" });
      const reason = update.rejectionReason;
      return sendReviewResult(tx, context, draft, {
        ...postIdentity(draft, change.values),
        status: "REJECTED",
        reason,
      });
    }
  }
}

/** Whether an editor can undo an action. Decisions about a post in review are emailed to its author. */
export const isReversible = (action: DraftAction, { status }: LockedDraft, { mayPublish }: Writer): boolean =>
  mayPublish && (status !== "IN_REVIEW" || action === "UPDATE_REVERT_TO_DRAFT");

/** The origin of a change to a single column. Source: entities.md, Draft post, "Origin". */
const origins: Readonly<Record<string, DraftOrigin>> = {
  category_ids: "ADD_CATEGORIES",
  member_id: "REASSIGN_OWNER",
  pricing_plan_ids: "PRICING_PLANS_CHANGE",
  language: "LANGUAGE_CHANGE",
};

function originOf({ values, richContent }: DraftChange): DraftOrigin {
  const [name = "", ...others] = Object.keys(values).filter((column) => column !== "slug");
  return others.length === 0 && !richContent ? (origins[name] ?? "MANUAL_SAVE") : "MANUAL_SAVE";
}

/**
 * Publishes a draft with its unpublished changes; for a writer who may not publish, submits it for review.
 *
 * @param on Publication date. Default: now.
 * @throws {InvalidArguments} without a title. Violates `posts_slug` if another post has its slug by now.
 */
export async function publishDraft(
  tx: Tx,
  context: BlogTxContext,
  draft: LockedDraft,
  { values, richContent }: DraftChange,
  { field, writer, origin = "PUBLISH", on }: { field: string; writer: Writer; origin?: DraftOrigin; on?: Date },
): Promise<void> {
  const at = on ?? context.now();
  requireTitle(draft, values, field);
  if (!writer.mayPublish) {
    const moderation = submittedDetails(writer.person, context.now());
    return saveDraft(
      tx,
      context,
      draft,
      { values, richContent },
      { status: "IN_REVIEW", moderation, origin: "MODERATION" },
    );
  }
  const requestedDate = { ...draft.edits, ...values }.first_published_at;
  const first =
    requestedDate === undefined ? draft.firstPublishedAt : requestedDate === null ? null : new Date(requestedDate);
  const wasInReview = draft.status === "IN_REVIEW";
  await saveDraft(
    tx,
    context,
    draft,
    { values: { ...values, first_published_at: (first ?? at).toISOString() }, richContent },
    {
      status: "PUBLISHED",
      scheduledAt: null,
      lastPublishedAt: first && first > at ? first : at,
      moderation: wasInReview ? approvedDetails(draft, writer, context.now()) : draft.moderation,
      origin: wasInReview ? "APPROVE_IN_MODERATION" : origin,
    },
  );
  const isNewDate = draft.lastPublishedAt === null || first?.getTime() !== draft.firstPublishedAt?.getTime();
  await queueNewsletter(tx, context, draft.id, { on: (isNewDate && first) || at, at });
  if (wasInReview) {
    const later = first && first > context.now() ? first : undefined;
    await sendReviewResult(tx, context, draft, { ...postIdentity(draft, values), status: "APPROVED", on: later });
  }
}

/** Title, slug, and language after a change. */
const postIdentity = ({ edits, title, slug, language }: LockedDraft, values: PostChange) => ({
  language: values.language ?? edits.language ?? language,
  title: values.title ?? edits.title ?? title,
  slug: values.slug ?? edits.slug ?? slug,
});

/** Applies a change and redirects the post's former public path. */
async function saveDraft(
  tx: Tx,
  context: BlogTxContext,
  draft: LockedDraft,
  change: DraftChange,
  transition: Partial<Transition> & Pick<Transition, "origin">,
): Promise<void> {
  const { status, scheduledAt, lastPublishedAt, moderation } = draft;
  const at = context.now();
  const fullTransition = { status, scheduledAt, lastPublishedAt, moderation, formerStatus: null, ...transition };
  await applyChange(tx, context.site.id, draft, change, fullTransition, at);
  await recordRevision(tx, context, draft.id);
  const slug = change.values.slug ?? draft.edits.slug ?? draft.slug;
  if (slug === draft.slug || lastPublishedAt === null) return;
  const path = normalizeLegacyPath(postPath + draft.slug);
  if (path !== undefined) await upsertLegacyPath(tx, { siteId: context.site.id, postId: draft.id, path, at });
}

function requireTitle(draft: LockedDraft, values: PostChange, field: string): void {
  if ((values.title ?? draft.edits.title ?? draft.title) === "")
    throw new InvalidArguments([violation(`${field}.title`, fieldRules.TITLE_TO_PUBLISH, "REQUIRED_FIELD")]);
}

/** @param timeZone Default for dates without one. */
function parseScheduledDate(date: string | null | undefined, timeZone: string, now: Date): Date {
  const invalid = (description: string, rule: ViolatedRule) => {
    throw new InvalidArguments([violation("scheduledPublishDate", description, rule)]);
  };
  if (date == null) return invalid("must be the date to publish the post", "REQUIRED_FIELD");
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(date) ? new Date(date) : toInstant(date, timeZone);
  return at > now ? at : invalid(fieldRules.FUTURE_DATE, "MIN");
}

/** @throws {Refusal} `POST_TRANSLATED` with its `id`, if the post or a translation of it is in this language. */
export async function requireUntranslated(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  draft: Pick<LockedDraft, "id" | "translationId">,
  language: string,
): Promise<void> {
  const id = await findTranslation(tx, context.site.id, draft, language);
  if (id !== undefined) throw new Refusal("POST_TRANSLATED", { id, language });
}

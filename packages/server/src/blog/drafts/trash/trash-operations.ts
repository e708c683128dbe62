import type { Transaction } from "kysely";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { withPostEvents } from "../../blog-events.ts";
import { isVisibleTo, type Writer } from "../authorize-writer.ts";
import { requireUntranslated } from "../write/draft-operations.ts";
import { deletePost, lockDraft, updateDraftStatus } from "../write/draft-writes-store.ts";

type Tx = Transaction<Tables>;

/**
 * Moves a post to the trash, or deletes it permanently, also from the trash.
 *
 * @throws {Refusal} `POST_NOT_FOUND`; `POST_STATUS_CONFLICT` for a writer whose post was already submitted.
 */
export async function discardDraft(tx: Tx, context: BlogTxContext, id: string, options: DiscardOptions): Promise<void> {
  await withPostEvents(tx, context, id, () => discardLockedDraft(tx, context, id, options));
}

interface DiscardOptions {
  permanent: boolean;
  writer: Writer;
}

async function discardLockedDraft(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  { permanent, writer }: DiscardOptions,
): Promise<void> {
  const { site } = context;
  const draft = isId(id) ? await lockDraft(tx, site.id, id) : undefined;
  if (!draft || (draft.status === "DELETED" && !permanent)) throw new Refusal("POST_NOT_FOUND");
  if (!writer.mayPublish) {
    if (!isVisibleTo(writer, draft) || draft.status === "DELETED") throw new Refusal("POST_NOT_FOUND");
    if (draft.status !== "UNPUBLISHED") throw new Refusal("POST_STATUS_CONFLICT", { status: draft.status });
  }
  if (permanent) return deletePost(tx, site.id, draft.id);
  const { status: formerStatus, scheduledAt } = draft;
  await updateDraftStatus(
    tx,
    site.id,
    draft.id,
    { status: "DELETED", formerStatus, scheduledAt, origin: "MOVE_TO_TRASH" },
    context.now(),
  );
}

/**
 * Restores the former status of a post in the trash. A post whose scheduled date has passed becomes a draft, so that it
 * is not published unexpectedly.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POST_TRANSLATED` if another translation now has its language.
 */
export async function restoreDraft(tx: Tx, context: BlogTxContext, id: string, writer: Writer): Promise<void> {
  await withPostEvents(tx, context, id, () => restoreLockedDraft(tx, context, id, writer));
}

async function restoreLockedDraft(tx: Tx, context: BlogTxContext, id: string, writer: Writer): Promise<void> {
  const { site } = context;
  const at = context.now();
  const draft = isId(id) ? await lockDraft(tx, site.id, id) : undefined;
  if (draft?.status !== "DELETED" || !isVisibleTo(writer, draft)) throw new Refusal("POST_NOT_FOUND");
  const { formerStatus, scheduledAt, translationId } = draft;
  if (translationId) await requireUntranslated(tx, context, draft, draft.edits.language ?? draft.language);
  const isDue = formerStatus === "SCHEDULED" && (scheduledAt === null || scheduledAt <= at);
  // A post that an editor has withdrawn does not become public again without one.
  const isDraft = isDue || !writer.mayPublish;
  const to = {
    status: isDraft ? "UNPUBLISHED" : (formerStatus ?? "UNPUBLISHED"),
    scheduledAt: isDraft ? null : scheduledAt,
    formerStatus: null,
    origin: "RESTORE",
  } as const;
  await updateDraftStatus(tx, site.id, draft.id, to, at);
}

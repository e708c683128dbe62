import type { DraftPost } from "@porchlight/contract/blog/drafts/draft-post";
import { draftMembers, type ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import type { Transaction } from "kysely";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { readSettings } from "../../../platform/settings/settings-store.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { visibleOwnerId, type Writer } from "../authorize-writer.ts";
import { findDraft } from "../drafts-store.ts";
import { findMissing } from "../write/draft-writes-store.ts";
import { insertRevision, prunePostRevisions } from "./revisions-store.ts";

const dayMs = 86_400_000;

/** Keeps what a post is now, after a change, and lets go of what the settings say is too much or too old. */
export async function recordRevision(tx: Transaction<Tables>, context: BlogTxContext, id: string): Promise<void> {
  // Through the transaction: many writers at once would wait for a second connection each, and nobody would get one.
  const { postRevisions, postRevisionDays } = await readSettings(tx, context.site.id);
  const at = context.now();
  if (postRevisions > 0) await insertRevision(tx, context.site.id, id, at);
  const before = new Date(at.getTime() - postRevisionDays * dayMs);
  await prunePostRevisions(tx, context.site.id, id, { keep: postRevisions, before });
}

/** @throws {Refusal} `POST_NOT_FOUND` when there is no such post outside of the trash that the writer may see. */
export async function requireVisibleDraft(context: BlogContext, id: string, writer: Writer): Promise<void> {
  const scope = { trashed: false, ownerId: visibleOwnerId(writer) };
  const fields = { fieldsets: [], bases: { pages: "", media: "" } };
  const found = isId(id) ? await findDraft(context.db, context.site.id, id, fields, scope) : undefined;
  if (found === undefined) throw new Refusal("POST_NOT_FOUND");
}

/**
 * A draft as it was told, as what somebody would send to make it so: what it did not have is taken away, what is gone by now is left out.
 *
 * @param except Members that are not sent.
 */
export async function toDraftInput(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  draft: DraftPost,
  except: readonly string[],
): Promise<ParsedDraft> {
  const values = draft as unknown as Record<string, unknown>;
  const members = draftMembers.filter((member) => !except.includes(member));
  const input: ParsedDraft = Object.fromEntries(members.map((member) => [member, values[member] ?? null]));
  for (const [member, table] of [
    ["categoryIds", "categories"],
    ["tagIds", "tags"],
    ["relatedPostIds", "posts"],
  ] as const) {
    const missing = new Set(await findMissing(tx, context.site.id, table, draft[member]));
    input[member] = draft[member].filter((id) => !missing.has(id));
  }
  const { memberId } = input;
  if (memberId != null && (await findMissing(tx, context.site.id, "members", [memberId])).length > 0)
    delete input.memberId;
  return input;
}

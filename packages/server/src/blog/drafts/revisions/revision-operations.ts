import type { DraftPost } from "@porchlight/contract/blog/drafts/draft-post";
import { draftMembers, type ParsedDraft } from "@porchlight/contract/blog/drafts/schema";
import type { Transaction } from "kysely";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { readSettings } from "../../../platform/settings/settings-store.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { visibleOwner, type Writer } from "../authorize-writer.ts";
import { findDraft } from "../drafts-store.ts";
import { findMissing } from "../write/draft-writes-store.ts";
import { insertRevision, prunePostRevisions } from "./revisions-store.ts";

const dayMs = 86_400_000;

/** Stores the post as a new revision and deletes revisions beyond the limits of the settings. */
export async function recordRevision(tx: Transaction<Tables>, context: BlogTxContext, id: string): Promise<void> {
  // Read through the transaction: if each of many writers waited for a second connection, none would get one.
  const { postRevisions, postRevisionDays } = await readSettings(tx, context.site.id);
  const at = context.now();
  if (postRevisions > 0) await insertRevision(tx, context.site.id, id, at);
  const before = new Date(at.getTime() - postRevisionDays * dayMs);
  await prunePostRevisions(tx, context.site.id, id, { maxRevisions: postRevisions, before });
}

/** @throws {Refusal} `POST_NOT_FOUND` if the writer may not see the post or it is in the trash. */
export async function requireVisibleDraft(context: BlogContext, id: string, writer: Writer): Promise<void> {
  const scope = { trashed: false, owner: visibleOwner(writer) };
  const fields = { fieldsets: [], bases: { pages: "", media: "" } };
  const found = isId(id) ? await findDraft(context.db, context.site.id, id, fields, scope) : undefined;
  if (found === undefined) throw new Refusal("POST_NOT_FOUND");
}

/**
 * Converts a stored draft to the input that restores it: absent fields become null, deleted references are left out.
 *
 * @param except Members to leave out.
 */
export async function toDraftInput(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  draft: DraftPost,
  except: readonly string[],
): Promise<ParsedDraft> {
  const values: Record<string, unknown> = { ...draft };
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

import type { Transaction } from "kysely";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import type { LockedDraft } from "../write/draft-writes-store.ts";
import { findTranslation } from "./translations-store.ts";

/** @throws {Refusal} `POST_TRANSLATED` when the post, or a translation of it, is in this language, with its `id`. */
export async function requireUntranslated(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  draft: Pick<LockedDraft, "id" | "translationId">,
  language: string,
): Promise<void> {
  const id = await findTranslation(tx, context.site.id, draft, language);
  if (id !== undefined) throw new Refusal("POST_TRANSLATED", { id, language });
}

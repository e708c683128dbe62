import type { Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { recordEvent } from "../../platform/events/events-store.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { readFileLinks, storedLinks } from "../files/file-links.ts";
import { serializeSubmission } from "./submission-serializer.ts";
import type { SubmissionRow } from "./submissions-store.ts";

/** Records an event of a submission, which webhooks deliver. A deleted submission is described as it was. */
export async function recordSubmissionEvent(
  tx: Transaction<Tables>,
  context: TxContext,
  kind: "created" | "updated" | "deleted",
  row: SubmissionRow,
): Promise<void> {
  const linksOf = await readFileLinks(tx, context, [row.id], storedLinks);
  await recordEvent(tx, context, {
    type: `wix.forms.v4.submission_${kind}`,
    entityId: row.id,
    entityJson: JSON.stringify(serializeSubmission(row, { isPrivate: true, links: linksOf(row.id) })),
  });
}

import type { Transaction } from "kysely";
import { storedLinkTtlMs } from "../../media/files/private-files.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { recordEvent } from "../../platform/events/events-store.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { serializeSubmission } from "./submission-serializer.ts";
import type { SubmissionRow } from "./submissions-store.ts";

/** Records an event of a submission, which webhooks deliver. A deleted submission is described as it was. */
export async function recordSubmissionEvent(
  tx: Transaction<Tables>,
  context: TxContext,
  kind: "created" | "updated" | "deleted",
  row: SubmissionRow,
): Promise<void> {
  await recordEvent(tx, context, {
    type: `wix.forms.v4.submission_${kind}`,
    entityId: row.id,
    entityJson: JSON.stringify(serializeSubmission(context, row, { isPrivate: true, ttlMs: storedLinkTtlMs })),
  });
}

import type { Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { recordEvent } from "../../platform/events/events-store.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { serializeForm } from "./form-serializer.ts";
import type { FormRow } from "./forms-store.ts";

/** Records an event of a form, which webhooks deliver. A deleted form is described as it was. */
export async function recordFormEvent(
  tx: Transaction<Tables>,
  context: TxContext,
  kind: "created" | "updated" | "deleted",
  row: FormRow,
): Promise<void> {
  await recordEvent(tx, context, {
    type: `wix.forms.v4.form_${kind}`,
    entityId: row.id,
    entityJson: JSON.stringify(serializeForm(row, { isPrivate: true })),
  });
}

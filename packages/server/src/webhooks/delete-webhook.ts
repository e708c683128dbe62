import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { deleteSubscription, findSubscription } from "./subscriptions-store.ts";

/** Ends a webhook; what waits for it is dropped, with the log of its deliveries. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function deleteWebhook(context: ServerContext, caller: Caller, id: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  if (!isId(id)) throw new Refusal("NOT_FOUND");
  await db.transaction().execute(async (tx) => {
    const row = await findSubscription(tx, site.id, id);
    if (!row || !(await deleteSubscription(tx, site.id, id))) throw new Refusal("NOT_FOUND");
    await recordAuditEvent(tx, context, "webhook-removed", { by: caller, appId: row.app_id });
  });
}

import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { DataContext } from "../data-context.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { Transfer } from "./transfers-store.ts";

/** The hooks that a job may call: those of queries, of inserts, or of saves. */
export function hooksOf({ kind, options }: Pick<Transfer, "kind" | "options">): readonly DataHook[] {
  if (kind === "EXPORT") return ["beforeQuery", "afterQuery"];
  const inserts = ["beforeInsert", "afterInsert"] as const;
  return options.mode === "UPDATE" ? [...inserts, "beforeUpdate", "afterUpdate"] : inserts;
}

/** The call that hooks receive. */
export const hookCall = ({ collection_id, options }: Pick<Transfer, "collection_id" | "options">) => ({
  dataCollectionId: collection_id,
  suppressHooks: options.suppressHooks,
});

/** Whether the job's collection has any of its hooks. */
export async function hasHooks(context: DataContext, job: Transfer): Promise<boolean> {
  return (await openHooks(context, job.caller, hookCall(job), hooksOf(job))) !== undefined;
}

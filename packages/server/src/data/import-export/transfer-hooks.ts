import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { DataContext } from "../data-context.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { Transfer } from "./transfers-store.ts";

/** Hooks around what a job does with items: those of queries, of inserts, or of saves. */
export function hooksOf({ kind, options }: Pick<Transfer, "kind" | "options">): readonly DataHook[] {
  if (kind === "EXPORT") return ["beforeQuery", "afterQuery"];
  const inserts = ["beforeInsert", "afterInsert"] as const;
  return options.mode === "UPDATE" ? [...inserts, "beforeUpdate", "afterUpdate"] : inserts;
}

/** The call that hooks are told of. */
export const hookedCall = ({ collection_id, options }: Pick<Transfer, "collection_id" | "options">) => ({
  dataCollectionId: collection_id,
  suppressHooks: options.suppressHooks,
});

/** Whether any of them is to be called for the items of this job. */
export async function meetsHooks(context: DataContext, job: Transfer): Promise<boolean> {
  return (await openHooks(context, job.caller, hookedCall(job), hooksOf(job))) !== undefined;
}

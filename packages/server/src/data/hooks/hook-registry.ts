import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { Selectable } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** One thing that is called: a function of the site's module, or an address. */
export type HookStep =
  | { kind: "function"; call: (value: unknown, hookContext: unknown) => unknown }
  | { kind: "address"; row: HookRow };
export type HookRow = Selectable<Tables["data_hooks"]>;

/** Everything that is called around what is done with one collection's items. */
export type HookSteps = Partial<Record<DataHook, readonly HookStep[]>>;

/** Of all collections that have any. */
export type HookBook = ReadonlyMap<string, HookSteps>;

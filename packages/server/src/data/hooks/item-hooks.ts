import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import type { Selectable } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { DataContext } from "../data-context.ts";
import type { HookItems } from "./site-hooks.ts";

/** One thing that is called: a function of the site's module, or an address. */
export type HookStep =
  | { kind: "function"; call: (value: unknown, hookContext: unknown) => unknown }
  | { kind: "address"; row: HookRow };
export type HookRow = Selectable<Tables["data_hooks"]>;

/** Everything that is called around what is done with one collection's items. */
export type HookSteps = Partial<Record<DataHook, readonly HookStep[]>>;

/** Of all collections that have any. */
export type HookBook = ReadonlyMap<string, HookSteps>;

/** What the site has done before and after what is done with items. */
export interface ItemHooks {
  /** A second old at most. Without any it costs nothing but that. */
  read(): Promise<HookBook>;
  /** To be called by whoever changes them here. */
  forget(): void;
  /** Items as hooks themselves read and change them. */
  itemsFor(context: DataContext, caller: Caller, signal: AbortSignal): HookItems;
}

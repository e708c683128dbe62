import type { BulkResult, DataItem, FieldChange } from "@porchlight/client/data";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useConsole } from "../../context.ts";
import { errorText } from "../../ui/errors/error-text.ts";
import type { ItemSelection } from "../selection.ts";

/** Items of one request. */
const batchSize = 500;
const idsPerPage = 1000;
const maxShownProblems = 20;

/** What is done with the selected items. */
export type BulkAction = { kind: "delete" } | { kind: "change"; changes: readonly FieldChange[] };

/** The progress of a bulk action. */
export interface BulkRun {
  action: BulkAction;
  state: "running" | "done" | "canceled";
  /** Absent while the selected items are being found. */
  total: number | undefined;
  done: number;
  failed: number;
  /** Reasons, each once. */
  problems: readonly string[];
  failedIds: readonly string[];
}

/** Performs an action on the selected items, in batches, with progress. */
export function useBulkRun(collectionId: string, filter: Record<string, unknown>, hasDrafts: boolean) {
  const { items } = useConsole().clients.site;
  const queries = useQueryClient();
  const [run, setRun] = useState<BulkRun>();
  const abort = useRef<AbortController>(undefined);

  /** All ids are read first: a change may affect what matches. */
  async function findIds({ isAll, ids }: ItemSelection, signal: AbortSignal): Promise<string[]> {
    if (!isAll) return [...ids];
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await items.query<DataItem>(
        collectionId,
        {
          ...(cursor === "" && { filter, fields: ["_id"] }),
          cursorPaging: { limit: idsPerPage, ...(cursor && { cursor }) },
        },
        { showDrafts: hasDrafts },
        { signal },
      );
      found.push(...page.items.map(({ _id }) => _id).filter((id) => !ids.has(id)));
      cursor = page.pagingMetadata.cursors?.next ?? "";
      if (cursor === "") return found;
    }
  }

  async function start(action: BulkAction, selection: ItemSelection): Promise<void> {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    let current: BulkRun = {
      action,
      state: "running",
      total: undefined,
      done: 0,
      failed: 0,
      problems: [],
      failedIds: [],
    };
    const report = (changed: Partial<BulkRun>) => {
      current = { ...current, ...changed };
      setRun(current);
    };
    const fail = (ids: readonly string[], reasons: readonly string[]) =>
      report({
        failed: current.failed + ids.length,
        failedIds: [...current.failedIds, ...ids],
        problems: [...new Set([...current.problems, ...reasons])].slice(0, maxShownProblems),
      });
    report({});
    try {
      const ids = await findIds(selection, signal);
      report({ total: ids.length });
      for (let from = 0; from < ids.length && !signal.aborted; from += batchSize) {
        const batch = ids.slice(from, from + batchSize);
        try {
          const { errors = [] }: Partial<BulkResult> =
            action.kind === "delete"
              ? await items.bulkRemove(collectionId, batch, { showDrafts: hasDrafts })
              : await items.bulkPatch(collectionId, batch, action.changes, { showDrafts: hasDrafts });
          report({ done: current.done + batch.length - errors.length });
          if (errors.length > 0)
            fail(
              errors.map(({ originalIndex }) => batch[originalIndex] ?? ""),
              errors.map(({ message }) => message),
            );
        } catch (error) {
          fail(batch, [errorText(error)]);
        }
      }
      report({ state: signal.aborted ? "canceled" : "done" });
    } catch (error) {
      if (signal.aborted) report({ state: "canceled" });
      else report({ state: "done", total: 0, problems: [errorText(error)] });
    }
    await queries.invalidateQueries({ queryKey: ["items"] });
  }

  return {
    run,
    start,
    cancel: () => abort.current?.abort(),
    /** Repeats the action for the items for which it has failed. */
    retry: () => run && start(run.action, { isAll: false, ids: new Set(run.failedIds) }),
    close: () => setRun(undefined),
  };
}

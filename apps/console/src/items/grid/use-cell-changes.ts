import { isPorchlightError } from "@porchlight/client";
import type { CollectionView, DataItem, ViewField } from "@porchlight/client/data";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { errorText } from "../../ui/errors/error-text.ts";
import { itemTitle } from "../item-values.ts";

/** A changed cell. */
export interface CellChange {
  itemId: string;
  /** Names the item in messages. */
  title: string;
  field: ViewField;
  value: unknown;
  /** The value that the person saw when changing it. */
  former: unknown;
  state: "saving" | "saved" | "failed" | "conflict";
  problem?: string;
  /** The item as another person has changed it, for `conflict`. */
  theirs?: DataItem;
}

/** Identifies a cell in {@link useCellChanges}. */
export const cellKey = (itemId: string, field: string): string => `${itemId}\n${field}`;

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const storedIn = (item: DataItem, field: ViewField): unknown => (item as Readonly<Record<string, unknown>>)[field.key];

/**
 * Saves cells one by one. A change of another field of the item by another person is no conflict; one of the same field
 * is, and the person decides.
 */
export function useCellChanges(view: CollectionView) {
  const { items } = useConsole().clients.site;
  const queries = useQueryClient();
  const [changes, setChanges] = useState<ReadonlyMap<string, CellChange>>(new Map());
  /** The last change of each item: the next one waits for it. */
  const running = useRef(new Map<string, Promise<void>>());
  const versions = useRef(new Map<string, Date>());

  const put = (change: CellChange) =>
    setChanges((current) => {
      // Only the latest change shows that it is saved.
      const others = [...current].filter(([, { state }]) => change.state !== "saving" || state !== "saved");
      return new Map([...others, [cellKey(change.itemId, change.field.key), change]]);
    });
  const drop = ({ itemId, field }: CellChange) =>
    setChanges((current) => new Map([...current].filter(([key]) => key !== cellKey(itemId, field.key))));
  const showStored = (item: DataItem, keys: readonly string[]) =>
    queries.setQueriesData<DataItem[]>({ queryKey: ["items", "list", view.id] }, (rows) =>
      rows?.map((row) =>
        row._id === item._id
          ? { ...row, ...Object.fromEntries(keys.map((key) => [key, (item as Record<string, unknown>)[key]])) }
          : row,
      ),
    );

  async function send(change: CellChange, version: Date | undefined): Promise<void> {
    const { itemId, field, value, former } = change;
    const patch =
      value === undefined
        ? ({ action: "REMOVE_FIELD", fieldPath: field.key } as const)
        : ({ action: "SET_FIELD", fieldPath: field.key, value } as const);
    try {
      const stored = await items.patch<DataItem>(
        view.id,
        itemId,
        [patch],
        version ? { condition: { _updatedDate: version } } : {},
      );
      versions.current.set(itemId, stored._updatedDate);
      showStored(stored, [field.key, "_updatedDate"]);
      put({ ...change, state: "saved" });
    } catch (error) {
      if (!isPorchlightError(error) || error.code !== "CONDITION_NOT_MET")
        return put({ ...change, state: "failed", problem: errorText(error) });
      const theirs = await items.get<DataItem>(view.id, itemId).catch(() => undefined);
      if (!theirs)
        return put({
          ...change,
          state: "failed",
          problem: theirs === null ? text("This item no longer exists.") : errorText(error),
        });
      if (isEqual(storedIn(theirs, field), former) || isEqual(storedIn(theirs, field), value))
        return send(change, theirs._updatedDate);
      put({ ...change, state: "conflict", theirs });
    }
  }

  function enqueue(change: CellChange, version?: Date) {
    put({ ...change, state: "saving" });
    const { itemId } = change;
    const next = (running.current.get(itemId) ?? Promise.resolve()).then(() =>
      send(change, version ?? versions.current.get(itemId)),
    );
    running.current.set(itemId, next);
  }

  return {
    changes,
    save(item: DataItem, field: ViewField, value: unknown) {
      const pending = changes.get(cellKey(item._id, field.key));
      const former = pending && pending.state !== "saved" ? pending.former : storedIn(item, field);
      const version = versions.current.get(item._id);
      if (!version || version < item._updatedDate) versions.current.set(item._id, item._updatedDate);
      const title = itemTitle(item, view.displayField);
      enqueue({ itemId: item._id, title, field, value, former, state: "saving" });
    },
    /** Sends a change again; after a conflict, it replaces the other person's value. */
    retry: (change: CellChange) => enqueue(change, change.theirs?._updatedDate),
    /** Discards a change; after a conflict, the other person's value stays. */
    discard(change: CellChange) {
      if (change.theirs) {
        versions.current.set(change.itemId, change.theirs._updatedDate);
        showStored(change.theirs, [change.field.key, "_updatedDate"]);
      }
      drop(change);
    },
  };
}

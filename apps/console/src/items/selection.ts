/** The selected items: some, or all that match, with exceptions. */
export interface ItemSelection {
  isAll: boolean;
  /** The selected items, or the exceptions. */
  ids: ReadonlySet<string>;
}

/** Nothing is selected. */
export const noSelection: ItemSelection = { isAll: false, ids: new Set() };

/** Whether an item is selected. */
export const isSelected = ({ isAll, ids }: ItemSelection, id: string): boolean => ids.has(id) !== isAll;

/** The number of selected items. @param total The number of items that match. */
export const countSelected = ({ isAll, ids }: ItemSelection, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size;

/** Selects these items, or removes them from the selection. */
export function select(selection: ItemSelection, ids: readonly string[], selected: boolean): ItemSelection {
  const changed = new Set(selection.ids);
  for (const id of ids)
    if (selected !== selection.isAll) changed.add(id);
    else changed.delete(id);
  return { ...selection, ids: changed };
}

/** Selects all items that match, or none if all are selected. */
export const toggleAll = (selection: ItemSelection): ItemSelection =>
  isAllSelected(selection) ? noSelection : { isAll: true, ids: new Set() };

/** Whether all items that match are selected, without exceptions. */
export const isAllSelected = ({ isAll, ids }: ItemSelection): boolean => isAll && ids.size === 0;

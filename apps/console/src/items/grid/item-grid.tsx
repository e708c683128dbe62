// biome-ignore-all lint/a11y/useSemanticElements: a table cannot render only the rows and columns in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: its cells have the focus, one at a time.
import type { CollectionView, DataItem } from "@porchlight/client/data";
import { useTypedValues } from "@porchlight/react";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { collectionPath } from "../../collections/use-collections.ts";
import { useMediaQuery } from "../../shell/use-media-query.ts";
import { text } from "../../texts/text.ts";
import { type ItemSelection, isAllSelected, isSelected, noSelection, select, toggleAll } from "../selection.ts";
import { CellEditor, type Move } from "./cell-editor.tsx";
import type { GridColumn } from "./grid-columns.ts";
import { checkWidth, GridRow } from "./grid-row.tsx";
import { cellKey, type useCellChanges } from "./use-cell-changes.ts";

/** Props of {@link ItemGrid}. */
export interface ItemGridProps {
  view: CollectionView;
  name: string;
  /** The first one names the item and stays in view. */
  columns: readonly GridColumn[];
  total: number;
  rowAt(index: number): DataItem | undefined;
  /** Called with the rows in view. */
  onShow(first: number, last: number): void;
  selection: ItemSelection;
  onSelect(selection: ItemSelection): void;
  sort: { field: string; isDescending: boolean };
  onSort(field: string, isDescending: boolean): void;
  canEdit: boolean;
  cells: ReturnType<typeof useCellChanges>;
  /** Opens the form of an item. */
  onOpen(item: DataItem): void;
  onEditing(isEditing: boolean): void;
}

interface CellPosition {
  /** -1 for the header. */
  row: number;
  /** 0 for the checkbox. */
  column: number;
}

const overscan = 6;
const minColumnWidth = 168;

/** Items as a table that renders only the rows and columns in view. */
export function ItemGrid(props: ItemGridProps) {
  const { view, columns, total, rowAt, onShow, selection, onSelect, sort, onSort, canEdit, cells } = props;
  const values = useTypedValues();
  const isNarrow = useMediaQuery("(max-width: 40rem)");
  const isTouch = useMediaQuery("(pointer: coarse)");
  const rowHeight = isTouch ? 48 : 40;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 1 });
  const [edited, setEdited] = useState<{ itemId: string; typed?: string | undefined }>();
  /** Whether the active cell gets the focus as soon as it is rendered. */
  const mustFocus = useRef(false);
  const lastSelected = useRef<number>(undefined);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(scroller.current?.clientWidth ?? 0));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  const titleWidth = isNarrow ? 160 : 256;
  const fixedWidth = checkWidth + titleWidth;
  const columnWidth = Math.max(minColumnWidth, Math.floor((width - fixedWidth) / Math.max(1, columns.length - 1)));

  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    useFlushSync: false,
    rangeExtractor: (range) => withIndex(range, active.row),
  });
  const columnWindow = useVirtualizer({
    horizontal: true,
    count: columns.length - 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 2,
    paddingStart: fixedWidth,
    scrollPaddingStart: fixedWidth,
    useFlushSync: false,
    rangeExtractor: (range) => withIndex(range, active.column - 2),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes depend on these.
  useLayoutEffect(() => {
    rows.measure();
    columnWindow.measure();
  }, [rowHeight, columnWidth, fixedWidth]);
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
  useEffect(() => onShow(startIndex, endIndex), [onShow, startIndex, endIndex]);

  useEffect(() => {
    if (!mustFocus.current || edited) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"][data-column="${active.column}"]`,
    );
    if (!cell) return;
    mustFocus.current = false;
    cell.focus({ preventScroll: true });
  });

  function moveTo(row: number, column: number) {
    const to = {
      row: Math.max(-1, Math.min(total - 1, row)),
      column: Math.max(0, Math.min(columns.length, column)),
    };
    mustFocus.current = true;
    setActive(to);
    if (to.row >= 0) rows.scrollToIndex(to.row);
    if (to.column > 1) columnWindow.scrollToIndex(to.column - 2);
    else columnWindow.scrollToOffset(0);
  }
  const controlAt = ({ row, column }: CellPosition) => {
    const [item, { field, key } = { field: undefined, key: "" }] = [rowAt(row), columns[column - 1]];
    if (!canEdit || !item || !field || column === 0) return undefined;
    const change = cells.changes.get(cellKey(item._id, key));
    const stored = (item as Readonly<Record<string, unknown>>)[key];
    const value = change && change.state !== "saved" ? change.value : stored;
    const control = values.controlFor(field, value);
    return control && { item, field, control, value };
  };
  function edit(place: CellPosition, typed?: string): boolean {
    const found = controlAt(place);
    if (!found) return false;
    setActive(place);
    setEdited({ itemId: found.item._id, typed });
    props.onEditing(true);
    return true;
  }
  function endEditing(move: Move) {
    setEdited(undefined);
    props.onEditing(false);
    if (move === "leave") return;
    mustFocus.current = true;
    if (move === "stay") return;
    const step = move === "next" ? 1 : -1;
    // The next cell that can be edited, in this row or the ones after it.
    const perRow = columns.length;
    const from = active.row * perRow + active.column - 1;
    for (let place = from + step; place >= 0 && place < total * perRow; place += step) {
      const to = { row: Math.floor(place / perRow), column: (place % perRow) + 1 };
      if (!rowAt(to.row)) break;
      if (!controlAt(to)) continue;
      moveTo(to.row, to.column);
      edit(to);
      return;
    }
  }
  function toggle(row: number, isRange: boolean) {
    const item = rowAt(row);
    if (!item) return;
    const wanted = !isSelected(selection, item._id);
    const from = isRange ? (lastSelected.current ?? row) : row;
    const [first, last] = [Math.min(from, row), Math.max(from, row)];
    const ids = Array.from({ length: last - first + 1 }, (_, index) => rowAt(first + index)?._id);
    lastSelected.current = row;
    onSelect(
      select(
        selection,
        ids.filter((id) => id !== undefined),
        wanted,
      ),
    );
  }
  const selectAll = () => onSelect(toggleAll(selection));
  const sortBy = ({ key, isSortable }: GridColumn) =>
    isSortable && onSort(key, sort.field === key && !sort.isDescending);

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const { row, column } = active;
    const isCommand = ctrlKey || metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const item = rowAt(row);
    const isRtl = document.documentElement.dir === "rtl";
    const moves: Readonly<Record<string, [row: number, column: number]>> = {
      ArrowDown: [isCommand ? total - 1 : row + 1, column],
      ArrowUp: [isCommand ? 0 : row - 1, column],
      ArrowRight: [row, column + (isRtl ? -1 : 1)],
      ArrowLeft: [row, column + (isRtl ? 1 : -1)],
      PageDown: [row + page, column],
      PageUp: [Math.max(0, row - page), column],
      Home: [isCommand ? 0 : row, 0],
      End: [isCommand ? total - 1 : row, columns.length],
    };
    const to = moves[key];
    if (altKey) return;
    if (to) moveTo(...to);
    else if (isCommand && key.toLowerCase() === "a") onSelect({ isAll: true, ids: new Set() });
    else if (row === -1 && (key === "Enter" || key === " "))
      if (column === 0) selectAll();
      else sortBy(columns[column - 1]!);
    else if (key === "Enter" && isCommand && item) props.onOpen(item);
    else if (key === "Enter" && column === 0) toggle(row, shiftKey);
    else if (key === "Enter" || key === "F2") {
      if (!edit(active) && item) props.onOpen(item);
    } else if (key === " ") toggle(row, shiftKey);
    else if (key === "Escape" && (selection.isAll || selection.ids.size > 0)) onSelect(noSelection);
    else if (key === "Delete" && canEdit && clear()) return event.preventDefault();
    // Typing replaces the value, as in a spreadsheet.
    else if (key.length === 1 && !isCommand && canType(active)) edit(active, key);
    else return;
    event.preventDefault();
  }
  const canType = (place: CellPosition) => {
    const found = controlAt(place);
    return found !== undefined && !["checkbox", "day", "moment", "time"].includes(found.control);
  };
  /** Removes the value of the active cell. */
  function clear(): boolean {
    const found = controlAt(active);
    if (!found || found.field.required || found.control === "checkbox") return false;
    cells.save(found.item, found.field, undefined);
    return true;
  }
  const positionOf = (event: MouseEvent): CellPosition | undefined => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-row]");
    return cell ? { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) } : undefined;
  };
  function onClick(event: MouseEvent) {
    const place = positionOf(event);
    if (!place || edited || (event.target as Element).closest("a")) return;
    const isAgain = place.row === active.row && place.column === active.column;
    setActive(place);
    if (place.row === -1) {
      if (place.column === 0) selectAll();
      else sortBy(columns[place.column - 1]!);
    } else if (place.column === 0) toggle(place.row, event.shiftKey);
    else if (isTouch && isAgain) edit(place);
  }
  function onDoubleClick(event: MouseEvent) {
    const place = positionOf(event);
    if (!place || place.row < 0 || place.column === 0 || (event.target as Element).closest("a")) return;
    const item = rowAt(place.row);
    if (!edit(place) && item) props.onOpen(item);
  }

  const editing = edited && controlAt(active);
  const editor = editing && editing.item._id === edited.itemId && (
    <CellEditor
      key={`${editing.item._id} ${editing.field.key}`}
      {...editing}
      typed={edited.typed}
      onCancel={() => endEditing("stay")}
      onSave={(value, move) => {
        if (value !== editing.value) cells.save(editing.item, editing.field, value);
        endEditing(move);
      }}
    />
  );
  const headerCell = (column: number) => ({
    role: "columnheader",
    "data-row": -1,
    "data-column": column,
    "aria-colindex": column + 1,
    tabIndex: active.row === -1 && active.column === column ? 0 : -1,
  });
  const visibleColumns = columnWindow.getVirtualItems();
  const positions = useMemo(
    () => visibleColumns.map(({ index, start, size }) => ({ index: index + 1, start, size })),
    [visibleColumns],
  );
  const path = collectionPath(view.id);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.name}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onFocus={({ target }) => {
        const cell = (target as HTMLElement).dataset;
        if (cell["row"] !== undefined) setActive({ row: Number(cell["row"]), column: Number(cell["column"]) });
      }}
      className="relative max-h-[max(20rem,calc(100dvh-24rem))] min-h-48 overflow-auto overscroll-contain rounded-xl border border-line bg-surface"
      style={{ scrollPaddingTop: rowHeight, scrollPaddingLeft: fixedWidth }}
    >
      <div style={{ height: rows.getTotalSize() + rowHeight, width: columnWindow.getTotalSize(), minWidth: "100%" }}>
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-20 border-b border-line bg-surface font-medium text-muted"
          style={{ height: rowHeight }}
        >
          <div className="sticky start-0 z-10 flex h-full bg-surface" style={{ width: fixedWidth }}>
            <div
              {...headerCell(0)}
              className="grid shrink-0 cursor-pointer place-items-center -outline-offset-2"
              style={{ width: checkWidth }}
            >
              <input
                type="checkbox"
                tabIndex={-1}
                readOnly
                aria-label={text("Select all")}
                checked={isAllSelected(selection)}
                className="pointer-events-none size-4 accent-accent"
              />
            </div>
            <div
              {...headerCell(1)}
              {...sortProps(columns[0]!, sort)}
              className="flex min-w-0 grow cursor-pointer items-center gap-1 border-e border-line px-3 -outline-offset-2"
            >
              <HeaderText column={columns[0]!} sort={sort} />
            </div>
          </div>
          {positions.map(({ index, start, size }) => (
            <div
              key={index}
              {...headerCell(index + 1)}
              {...sortProps(columns[index]!, sort)}
              className={`absolute top-0 flex h-full items-center gap-1 px-3 -outline-offset-2 ${columns[index]!.isSortable ? "cursor-pointer" : ""}`}
              style={{ insetInlineStart: start, width: size }}
            >
              <HeaderText column={columns[index]!} sort={sort} />
            </div>
          ))}
        </div>
        <div role="rowgroup" className="relative">
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = rowAt(index);
            return (
              <GridRow
                key={index}
                {...{ index, item, columns, positions, titleWidth }}
                start={start - rowHeight}
                height={rowHeight}
                href={item ? `${path}/items/${encodeURIComponent(item._id)}` : path}
                isSelected={item !== undefined && isSelected(selection, item._id)}
                active={active.row === index ? active.column : undefined}
                changes={cells.changes}
                editor={active.row === index ? editor : undefined}
                displayField={view.displayField}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The cell with the focus stays rendered, so that the keyboard works after scrolling and nothing typed is lost. */
function withIndex(range: Range, index: number): number[] {
  const found = defaultRangeExtractor(range);
  return index < 0 || index >= range.count || found.includes(index)
    ? found
    : [...found, index].sort((one, other) => one - other);
}

type Sort = ItemGridProps["sort"];

const sortProps = ({ key, isSortable }: GridColumn, sort: Sort) =>
  isSortable && {
    "aria-sort":
      sort.field !== key ? ("none" as const) : sort.isDescending ? ("descending" as const) : ("ascending" as const),
  };

const HeaderText = ({ column: { key, name }, sort }: { column: GridColumn; sort: Sort }) => (
  <>
    <span dir="auto" className="min-w-0 truncate">
      {name}
    </span>
    {sort.field === key &&
      (sort.isDescending ? <ArrowDown aria-hidden size={14} /> : <ArrowUp aria-hidden size={14} />)}
  </>
);

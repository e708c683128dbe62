// biome-ignore-all lint/a11y/useSemanticElements: a table cannot render only the rows in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: its rows have the focus, one at a time.
import type { Member } from "@porchlight/client/members";
import { TimeText } from "@porchlight/react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useMediaQuery } from "../shell/use-media-query.ts";
import { text } from "../texts/text.ts";
import { MemberPhoto, MemberStatus, nameOf } from "./member-status.tsx";
import type { MemberQuery } from "./use-member-window.ts";

/** The selected members: some, or all that match, with exceptions. */
export interface MemberSelection {
  isAll: boolean;
  /** The selected members, or the exceptions. */
  ids: ReadonlySet<string>;
}

/** Nothing is selected. */
export const noSelection: MemberSelection = { isAll: false, ids: new Set() };

/** Whether a member is selected. */
const isSelected = ({ isAll, ids }: MemberSelection, id: string): boolean => ids.has(id) !== isAll;

/** The number of selected members. @param total The number of members that match. */
export const countSelected = ({ isAll, ids }: MemberSelection, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size;

/** Selects these members, or removes them from the selection. */
function select(selection: MemberSelection, ids: readonly string[], selected: boolean): MemberSelection {
  const changed = new Set(selection.ids);
  for (const id of ids)
    if (selected !== selection.isAll) changed.add(id);
    else changed.delete(id);
  return { ...selection, ids: changed };
}

/** Props of {@link MemberList}. */
export interface MemberListProps extends Pick<MemberQuery, "column" | "isDescending"> {
  total: number;
  /** `undefined` while the row is loading. */
  rowAt(index: number): Member | undefined;
  /** Called with the rows in view. */
  onShow(first: number, last: number): void;
  selection: MemberSelection;
  onSelect(selection: MemberSelection): void;
  onSort(column: MemberQuery["column"], isDescending: boolean): void;
}

const columns: readonly { id?: MemberQuery["column"]; name: string; isWide?: true }[] = [
  { id: "profile.nickname", name: text("Name") },
  { id: "loginEmail", name: text("Email"), isWide: true },
  { name: text("Status") },
  { id: "_createdDate", name: text("Joined"), isWide: true },
  { id: "lastLoginDate", name: text("Last sign-in"), isWide: true },
];
const headerHeight = 44;
const overscan = 8;
const row =
  "absolute inset-x-0 grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center border-line pe-3 sm:grid-cols-[2.75rem_minmax(0,2fr)_minmax(0,2fr)_7rem_9rem_9rem]";
const wideOnly = "max-sm:hidden";

/**
 * Members as a table that renders only the rows in view. The arrow keys move between rows, Space selects, Enter opens.
 */
export function MemberList({ total, rowAt, onShow, selection, onSelect, onSort, ...sorting }: MemberListProps) {
  const isNarrow = useMediaQuery("(max-width: 40rem)");
  const rowHeight = isNarrow ? 60 : 48;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  /** Whether the active row gets the focus as soon as it is rendered. */
  const mustFocus = useRef(false);
  const lastSelected = useRef(0);
  const navigate = useNavigate();
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    useFlushSync: false,
    // The row with the focus stays, so that the keyboard continues from it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, total - 1)])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes depend on it.
  useLayoutEffect(() => rows.measure(), [rowHeight]);
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
  useEffect(() => onShow(startIndex, endIndex), [onShow, startIndex, endIndex]);
  useEffect(() => {
    const element = mustFocus.current && scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!element) return;
    mustFocus.current = false;
    element.focus({ preventScroll: true });
  });

  function moveTo(index: number) {
    const to = Math.max(0, Math.min(total - 1, index));
    mustFocus.current = true;
    setActive(to);
    rows.scrollToIndex(to);
    return to;
  }
  function toggle(index: number, isRange: boolean) {
    const member = rowAt(index);
    if (!member) return;
    const from = isRange ? lastSelected.current : index;
    const ids = Array.from({ length: Math.abs(index - from) + 1 }, (_, n) => rowAt(Math.min(from, index) + n)?._id);
    lastSelected.current = index;
    const selected = isRange || !isSelected(selection, member._id);
    onSelect(
      select(
        selection,
        ids.filter((id) => id !== undefined),
        selected,
      ),
    );
  }
  const areAllSelected = selection.isAll && selection.ids.size === 0;
  const toggleAll = () => onSelect(areAllSelected ? noSelection : { isAll: true, ids: new Set() });
  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number) {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: total - 1,
    };
    const to = moves[event.key];
    const member = rowAt(index);
    if (to !== undefined) {
      const reached = moveTo(to);
      if (event.shiftKey) toggle(reached, true);
    } else if (event.key === " ") toggle(index, event.shiftKey);
    else if (event.key === "Enter" && member) void navigate(`/members/${member._id}`);
    else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) toggleAll();
    else return;
    event.preventDefault();
  }
  const handlers = useRef<RowHandlers>({ toggle, onKeyDown, onFocus: setActive });
  handlers.current = { toggle, onKeyDown, onFocus: setActive };

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={text("Members")}
      aria-multiselectable
      aria-rowcount={total + 1}
      className="relative max-h-[70dvh] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface"
      style={{ height: headerHeight + total * rowHeight + 2 }}
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div role="row" aria-rowindex={1} className={`${row} border-b bg-surface`} style={{ height: headerHeight }}>
          <div role="columnheader" className="grid place-items-center">
            <SelectBox
              label={text("Select all")}
              isSelected={areAllSelected}
              isPartial={!areAllSelected && (selection.isAll || selection.ids.size > 0)}
              onToggle={toggleAll}
            />
          </div>
          {columns.map(({ id, name, isWide }) => {
            const isSorted = id === sorting.column;
            const Arrow = sorting.isDescending ? ArrowDown : ArrowUp;
            return (
              <div
                key={name}
                role="columnheader"
                aria-sort={isSorted ? (sorting.isDescending ? "descending" : "ascending") : undefined}
                className={`font-medium text-muted ${isWide ? wideOnly : ""}`}
              >
                {id ? (
                  <button
                    type="button"
                    onClick={() => onSort(id, isSorted && !sorting.isDescending)}
                    className="inline-flex min-h-11 cursor-pointer items-center gap-1"
                  >
                    {name}
                    {isSorted && <Arrow aria-hidden size={14} />}
                  </button>
                ) : (
                  name
                )}
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() + headerHeight }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const member = rowAt(index);
          return (
            <MemberRow
              key={index}
              {...{ index, start, member, handlers }}
              height={rowHeight}
              isActive={index === Math.min(active, total - 1)}
              isSelected={member !== undefined && isSelected(selection, member._id)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowHandlers {
  toggle(index: number, isRange: boolean): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>, index: number): void;
  onFocus(index: number): void;
}

interface MemberRowProps {
  index: number;
  start: number;
  height: number;
  member: Member | undefined;
  isActive: boolean;
  isSelected: boolean;
  /** The current ones, in an object that stays the same: scrolling renders only the rows that come into view. */
  handlers: RefObject<RowHandlers>;
}

const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { index, start, height, member, isActive, isSelected: selected, handlers } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={member === undefined}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => handlers.current.onFocus(index)}
      onKeyDown={(event) => handlers.current.onKeyDown(event, index)}
      className={`${row} border-b -outline-offset-2 last:border-b-0 ${selected ? "bg-accent-soft" : "hover:bg-sunken"}`}
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <div role="gridcell" className="grid place-items-center">
        {member && (
          <SelectBox
            label={text("Select {name}", { name: nameOf(member) })}
            isSelected={selected}
            onToggle={(isRange) => handlers.current.toggle(index, isRange)}
            tabIndex={-1}
          />
        )}
      </div>
      {member ? <MemberCells member={member} /> : <LoadingCells />}
    </div>
  );
});

function MemberCells({ member }: { member: Member }) {
  const name = nameOf(member);
  return (
    <>
      <div role="gridcell" className="flex min-w-0 items-center gap-3 pe-3">
        <MemberPhoto member={member} />
        <div className="min-w-0">
          <Link
            to={`/members/${member._id}`}
            tabIndex={-1}
            className="block truncate font-medium text-fg hover:text-accent hover:underline"
          >
            {name}
          </Link>
          {name !== member.loginEmail && <p className="truncate text-muted sm:hidden">{member.loginEmail}</p>}
        </div>
      </div>
      <div role="gridcell" className={`truncate pe-3 text-muted ${wideOnly}`}>
        {member.loginEmail}
      </div>
      <div role="gridcell">
        <MemberStatus member={member} />
      </div>
      <div role="gridcell" className={`truncate text-muted ${wideOnly}`}>
        <TimeText value={member._createdDate} />
      </div>
      <div role="gridcell" className={`truncate text-muted ${wideOnly}`}>
        {member.lastLoginDate ? <TimeText value={member.lastLoginDate} /> : text("Never")}
      </div>
    </>
  );
}

const LoadingCells = () => (
  <>
    <div role="gridcell">
      <span className="block h-4 w-2/3 rounded bg-sunken" />
    </div>
    {columns.slice(1).map(({ name, isWide }) => (
      <div key={name} role="gridcell" className={isWide ? wideOnly : ""} />
    ))}
  </>
);

interface SelectBoxProps {
  label: string;
  isSelected: boolean;
  isPartial?: boolean;
  /** Called with whether Shift is pressed. */
  onToggle(isRange: boolean): void;
  tabIndex?: number;
}

/** The checkbox of a row; lighter than that of React Aria, since scrolling renders many. */
const SelectBox = ({ label, isSelected: selected, isPartial = false, onToggle, tabIndex = 0 }: SelectBoxProps) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={isPartial ? "mixed" : selected}
    aria-label={label}
    tabIndex={tabIndex}
    onClick={(event) => onToggle(event.shiftKey)}
    className="grid size-11 cursor-pointer place-items-center"
  >
    <span
      className={`grid size-5 place-items-center rounded border ${selected || isPartial ? "border-accent bg-accent" : "border-line-strong bg-surface"}`}
    >
      <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-on-accent stroke-2">
        {isPartial ? <path d="M4 8h8" /> : selected && <path d="m3 8 3.5 3.5L13 5" />}
      </svg>
    </span>
  </button>
);

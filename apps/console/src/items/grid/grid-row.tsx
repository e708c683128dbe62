// biome-ignore-all lint/a11y/useSemanticElements: a table cannot render only the rows and columns in view.
// biome-ignore-all lint/a11y/useFocusableInteractive: its cells have the focus, one at a time.
import type { DataItem } from "@porchlight/client/data";
import { AlertTriangle, Check, LoaderCircle } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { itemTitle } from "../item-values.ts";
import { cellOf, cellThumbnail, type GridColumn } from "./grid-columns.ts";
import { type CellChange, cellKey } from "./use-cell-changes.ts";

/** The position of a column. */
export interface ColumnPosition {
  index: number;
  start: number;
  size: number;
}

/** Props of {@link GridRow}. */
export interface GridRowProps {
  index: number;
  start: number;
  height: number;
  /** Absent while it loads. */
  item: DataItem | undefined;
  href: string;
  columns: readonly GridColumn[];
  positions: readonly ColumnPosition[];
  titleWidth: number;
  isSelected: boolean;
  /** The column of the cell with the focus, if it is in this row. */
  active: number | undefined;
  changes: ReadonlyMap<string, CellChange>;
  /** Replaces the content of the active cell. */
  editor: ReactNode;
  displayField: string | null;
}

/** The width of the column with the checkboxes. */
export const checkWidth = 44;

const marks = {
  saving: <LoaderCircle aria-hidden size={14} className="shrink-0 animate-spin text-muted" />,
  saved: <Check aria-hidden size={14} className="shrink-0 text-success" />,
  failed: <AlertTriangle aria-hidden size={14} className="shrink-0 text-danger" />,
  conflict: <AlertTriangle aria-hidden size={14} className="shrink-0 text-danger" />,
} as const;
const stateNames = {
  saving: text("Saving"),
  saved: text("Saved"),
  failed: text("Not saved"),
  conflict: text("Not saved"),
} as const;

/** A row of the grid. Its cells have no handlers: the grid has them. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, start, height, item, columns, positions, titleWidth, isSelected, active, changes, editor } = props;
  const cellProps = (column: number) => ({
    "data-row": index,
    "data-column": column,
    "aria-colindex": column + 1,
    tabIndex: active === column ? 0 : -1,
  });
  /** A changed value is shown while it is not stored. */
  const contentOf = (column: GridColumn) => {
    const change = item && changes.get(cellKey(item._id, column.key));
    const shown = item && change && change.state !== "saved" ? { ...item, [column.key]: change.value } : item;
    return {
      words: shown ? cellOf(shown as DataItem, column) : "",
      picture: shown && cellThumbnail(shown as DataItem, column),
      change,
    };
  };
  const title = columns[0]!;
  const titleContent = contentOf(title);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={item === undefined || undefined}
      className={`group absolute start-0 top-0 w-full border-b border-line ${active === undefined ? "" : "z-10"}`}
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <div
        className={`sticky start-0 z-10 flex h-full ${isSelected ? "bg-accent-soft" : "bg-surface group-hover:bg-sunken"}`}
        style={{ width: checkWidth + titleWidth }}
      >
        <div
          role="gridcell"
          {...cellProps(0)}
          className="grid shrink-0 cursor-pointer place-items-center -outline-offset-2"
          style={{ width: checkWidth }}
        >
          {item && (
            <input
              type="checkbox"
              tabIndex={-1}
              readOnly
              checked={isSelected}
              aria-label={text("Select {name}", { name: itemTitle(item, props.displayField) })}
              className="pointer-events-none size-4 accent-accent"
            />
          )}
        </div>
        <div
          role="rowheader"
          {...cellProps(1)}
          className="relative flex min-w-0 grow items-center gap-2 border-e border-line px-3 -outline-offset-2"
        >
          {item ? (
            <>
              <Link
                to={props.href}
                tabIndex={-1}
                className="min-w-0 truncate font-medium text-fg hover:text-accent hover:underline"
              >
                {titleContent.words || <span className="text-muted">{text("Untitled")}</span>}
              </Link>
              {item._publishStatus === "DRAFT" && <Badge tone="warning">{text("Draft")}</Badge>}
              <Mark change={titleContent.change} />
            </>
          ) : (
            <span className="h-3 w-2/3 rounded bg-sunken" />
          )}
          {active === 1 && editor}
        </div>
      </div>
      {positions.map(({ index: column, start, size }) => {
        const { words, picture, change } = contentOf(columns[column]!);
        return (
          <div
            key={column}
            role="gridcell"
            {...cellProps(column + 1)}
            className={`absolute top-0 flex h-full items-center gap-2 px-3 text-muted -outline-offset-2 ${isSelected ? "bg-accent-soft" : "group-hover:bg-sunken"}`}
            style={{ insetInlineStart: start, width: size }}
          >
            {item ? (
              <>
                {picture !== undefined && (
                  <img
                    src={picture}
                    alt=""
                    decoding="async"
                    className="h-7 w-10 shrink-0 rounded bg-sunken object-cover"
                  />
                )}
                <span dir="auto" className="min-w-0 truncate">
                  {words}
                </span>
                <Mark change={change} />
              </>
            ) : (
              <span className="h-3 w-1/2 rounded bg-sunken" />
            )}
            {active === column + 1 && editor}
          </div>
        );
      })}
    </div>
  );
});

const Mark = ({ change }: { change: CellChange | undefined }) =>
  change && (
    <>
      {marks[change.state]}
      <span className="sr-only">{stateNames[change.state]}</span>
    </>
  );

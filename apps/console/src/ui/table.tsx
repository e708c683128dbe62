import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox, type CheckboxProps, Column, type ColumnProps } from "react-aria-components";

/** The checkbox of a row, and of all rows. In a list that is not a table, it gets its state and label. */
export const SelectionCheckbox = (props: Pick<CheckboxProps, "isSelected" | "onChange" | "aria-label">) => (
  <Checkbox
    {...(props.onChange ? props : { slot: "selection" })}
    className="grid size-5 cursor-pointer place-items-center rounded border border-line-strong bg-surface data-[selected]:border-accent data-[selected]:bg-accent"
  >
    {({ isSelected, isIndeterminate }) => (
      <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-on-accent stroke-2">
        {isIndeterminate ? <path d="M4 8h8" className="stroke-accent" /> : isSelected && <path d="m3 8 3.5 3.5L13 5" />}
      </svg>
    )}
  </Checkbox>
);

/** The header of a column that can be sorted, unless `allowsSorting` is false. */
export function SortableColumn({
  children,
  className = "",
  ...props
}: ColumnProps & { children: string; className?: string }) {
  return (
    <Column allowsSorting {...props} className={`cursor-pointer ${className}`}>
      {({ sortDirection }) => (
        <span className="inline-flex items-center gap-1">
          {children}
          {sortDirection &&
            (sortDirection === "ascending" ? <ArrowUp aria-hidden size={14} /> : <ArrowDown aria-hidden size={14} />)}
        </span>
      )}
    </Column>
  );
}

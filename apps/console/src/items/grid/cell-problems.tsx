import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { cellOf, type GridColumn } from "./grid-columns.ts";
import { type CellChange, cellKey, type useCellChanges } from "./use-cell-changes.ts";

/** The changed cells that are not saved, with what to do about each. Says when one was saved. */
export function CellProblems({
  cells,
  columns,
}: {
  cells: ReturnType<typeof useCellChanges>;
  columns: readonly GridColumn[];
}) {
  const all = [...cells.changes.values()];
  const wordsOf = ({ field }: CellChange, item: object) =>
    cellOf(
      item as never,
      columns.find(({ key }) => key === field.key) ?? { ...field, name: field.displayName, field, isSortable: true },
    );
  return (
    <>
      <p role="status" className="sr-only">
        {all.some(({ state }) => state === "saved") ? text("Saved") : ""}
      </p>
      <ul className="grid gap-2 empty:hidden">
        {all
          .filter(({ state }) => state === "failed" || state === "conflict")
          .map((change) => {
            const { itemId, title, field, value, problem = "", theirs } = change;
            const names = { field: field.displayName, title };
            return (
              <li
                key={cellKey(itemId, field.key)}
                className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-soft p-3"
              >
                <p role="alert" className="min-w-0 text-danger">
                  {theirs
                    ? text("Someone else has changed {field} of “{title}” to “{theirs}”. Your value: “{mine}”.", {
                        ...names,
                        theirs: wordsOf(change, theirs),
                        mine: wordsOf(change, { [field.key]: value }),
                      })
                    : text("{field} of “{title}” was not saved. {problem}", { ...names, problem })}
                </p>
                <span className="flex flex-wrap gap-2">
                  <Button onPress={() => cells.retry(change)}>
                    {theirs ? text("Save my value") : text("Try again")}
                  </Button>
                  <Button onPress={() => cells.discard(change)}>
                    {theirs ? text("Use their value") : text("Discard change")}
                  </Button>
                </span>
              </li>
            );
          })}
      </ul>
    </>
  );
}

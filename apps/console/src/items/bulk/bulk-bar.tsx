import type { CollectionView } from "@porchlight/client/data";
import { useState } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TypedConfirmation } from "../../ui/dialogs/typed-confirmation.tsx";
import { countSelected, type ItemSelection, noSelection } from "../selection.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import type { useBulkRun } from "./use-bulk-run.ts";

/** Deletions of at most this many items wait for an undo. */
const maxUndo = 1000;

/** Props of {@link BulkBar}. */
export interface BulkBarProps {
  view: CollectionView;
  selection: ItemSelection;
  /** The number of items that match the filter. */
  count: number;
  bulk: ReturnType<typeof useBulkRun>;
  onSelect(selection: ItemSelection): void;
  /** Deletes a few items, with an undo. */
  onDelete(ids: string[]): void;
}

/** What can be done with the selected items. */
export function BulkBar({ view, selection, count, bulk, onSelect, onDelete }: BulkBarProps) {
  const [dialog, setDialog] = useState<"change" | "delete">();
  const n = countSelected(selection, count);
  if (n === 0) return null;
  const close = () => setDialog(undefined);
  const remove = () => (selection.isAll || n > maxUndo ? setDialog("delete") : onDelete([...selection.ids]));
  return (
    <div role="toolbar" aria-label={text("Selected items")} className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="me-2 font-medium tabular-nums">
        {text("{n, number} selected", { n })}
      </p>
      {n < count && (
        <Button kind="quiet" onPress={() => onSelect({ isAll: true, ids: new Set() })}>
          {text("Select all {n, number}", { n: count })}
        </Button>
      )}
      <Button kind="quiet" onPress={() => onSelect(noSelection)}>
        {text("Clear selection")}
      </Button>
      {view.access.update !== "NONE" && <Button onPress={() => setDialog("change")}>{text("Change a field")}</Button>}
      {view.access.remove !== "NONE" && <Button onPress={remove}>{text("Delete")}</Button>}
      {dialog === "change" && (
        <ChangeDialog
          {...{ view }}
          count={n}
          onClose={close}
          onChange={(change) => {
            close();
            void bulk.start({ kind: "change", changes: [change] }, selection);
          }}
        />
      )}
      <TypedConfirmation
        title={text("Delete {n, plural, one {# item} other {# items}}?", { n })}
        name={String(n)}
        isOpen={dialog === "delete"}
        isPending={false}
        error={undefined}
        confirmLabel={text("Delete {n, plural, one {# item} other {# items}}", { n })}
        onClose={close}
        onConfirm={() => {
          close();
          onSelect(noSelection);
          void bulk.start({ kind: "delete" }, selection);
        }}
      >
        {text("This cannot be undone.")}
      </TypedConfirmation>
    </div>
  );
}

import type { Form } from "@porchlight/client/forms";
import { maxFormFields, maxFormPages } from "@porchlight/contract/forms/form-values";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import { ArrowLeft, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import {
  addField,
  addPage,
  type BuilderState,
  changeField,
  changePage,
  type FormPage,
  fieldsOf,
  insertRow,
  moveRow,
  moveRows,
  type Row,
  removeRow,
  targetsOf,
} from "./builder-state.ts";
import { FieldList, type RowAction } from "./field-list.tsx";
import { FieldPalette } from "./field-palette.tsx";
import { FieldPanel } from "./field-panel.tsx";
import { createField, type FieldType, targetFor } from "./field-types.ts";
import type { FormProblem } from "./find-problems.ts";

/** Props of {@link FieldsTab}. */
export interface FieldsTabProps {
  /** The published form. */
  form: Form;
  state: BuilderState;
  problems: readonly FormProblem[];
  selectedId: string;
  onSelect(id: string): void;
  change(update: (state: BuilderState) => BuilderState): void;
}

/** The palette, the fields and pages in order, and the properties of the selected one. */
export function FieldsTab({ form, state, problems, selectedId, onSelect, change }: FieldsTabProps) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const { rows } = state;
  const selected = rows.find(({ _id }) => _id === selectedId);
  const removedTargets = form.deletedFormFields.flatMap(({ inputOptions }) => inputOptions?.target ?? []);
  const takenTargets = () => new Set([...targetsOf(rows), ...removedTargets]);
  function isFull(): boolean {
    const isFull = fieldsOf(rows).length >= maxFormFields;
    if (isFull) showToast(text("A form can have at most {n} fields.", { n: maxFormFields }));
    return isFull;
  }
  function add(type: FieldType) {
    setIsPaletteOpen(false);
    if (isFull()) return;
    const field = createField(type, takenTargets());
    change((before) => addField(before, field, selected?._id));
    onSelect(field._id);
  }
  function startPage() {
    setIsPaletteOpen(false);
    if (rows.filter(({ page }) => page).length >= maxFormPages)
      return showToast(text("A form can have at most {n} pages.", { n: maxFormPages }));
    change((before) => addPage(before, selected?._id));
  }
  function act(action: RowAction, id: string) {
    const index = rows.findIndex(({ _id }) => _id === id);
    const row = rows[index];
    if (!row) return;
    if (action === "up" || action === "down") change((before) => moveRow(before, id, action === "up" ? -1 : 1));
    else if (action === "delete") {
      change((before) => removeRow(before, id));
      if (selectedId === id) onSelect("");
      showToast(row.page ? text("The page was deleted") : text("The field was deleted"), {
        undo: () => change((before) => insertRow(before, row, index)),
      });
    } else if (row.field && !isFull()) {
      const { inputOptions } = row.field;
      const copy = {
        ...row.field,
        _id: randomUuid(),
        ...(inputOptions && {
          inputOptions: { ...inputOptions, target: targetFor(inputOptions.target, takenTargets()) },
        }),
      };
      change((before) => addField(before, copy, id));
      onSelect(copy._id);
    }
  }
  const latest = useRef({ change, onSelect, onAction: act });
  latest.current = { change, onSelect, onAction: act };
  const [handlers] = useState(() => ({
    onSelect: (id: string) => latest.current.onSelect(id),
    onAction: (action: RowAction, id: string) => latest.current.onAction(action, id),
    onMove: (ids: ReadonlySet<string>, targetId: string, position: "before" | "after") =>
      latest.current.change((before) => moveRows(before, ids, targetId, position)),
  }));
  const shownRows = useDebouncedRows(rows);
  const problemIds = problems.flatMap(({ id }) => id ?? []).join();
  const general = problems.filter(({ id }) => id === undefined);
  const isPublished = (id: string) => form.formFields.some(({ _id }) => _id === id);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[13rem_minmax(0,1fr)_22rem]">
      <section
        aria-label={text("Add a field")}
        className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto p-1 max-xl:hidden"
      >
        <FieldPalette onAdd={add} onAddPage={startPage} />
      </section>
      <div className={`grid min-w-0 grid-cols-1 gap-3 ${selected ? "max-lg:hidden" : ""}`}>
        <div className="xl:hidden">
          <Button kind="primary" onPress={() => setIsPaletteOpen(true)}>
            <Plus aria-hidden size={16} />
            {text("Add a field")}
          </Button>
        </div>
        {general.map((problem) => (
          <p key={problem.text} className="rounded-xl border border-line bg-surface p-6 text-muted">
            {problem.text}
          </p>
        ))}
        <FieldList rows={shownRows} {...{ selectedId, problemIds, ...handlers }} />
      </div>
      <div className="max-h-[calc(100dvh-2rem)] rounded-xl empty:hidden lg:sticky lg:top-4 lg:overflow-y-auto max-lg:max-h-none">
        {selected?.field && (
          <FieldPanel
            key={selected._id}
            field={selected.field}
            isPublished={isPublished(selected._id)}
            otherTargets={new Set([...targetsOf(rows.filter((row) => row !== selected)), ...removedTargets])}
            problems={problems.filter(({ id }) => id === selected._id).map((problem) => problem.text)}
            onChange={(field) => change((before) => changeField(before, field))}
            onClose={() => onSelect("")}
          />
        )}
        {selected?.page && (
          <PagePanel
            key={selected._id}
            page={selected.page}
            onChange={(page) => change((before) => changePage(before, page))}
            onClose={() => onSelect("")}
          />
        )}
        {!selected && rows.length > 0 && (
          <p className="p-6 text-muted max-lg:hidden">{text("Choose a field to change its properties.")}</p>
        )}
      </div>
      <Dialog title={text("Add a field")} isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)}>
        <FieldPalette onAdd={add} onAddPage={startPage} />
      </Dialog>
    </div>
  );
}

/**
 * Delays changes within rows until typing pauses: rendering a long list takes longer than a key press. Added, moved,
 * and removed rows are returned at once.
 */
function useDebouncedRows(rows: readonly Row[]): readonly Row[] {
  const debounced = useDebouncedValue(rows, 200);
  const isInOrder = debounced.length === rows.length && debounced.every(({ _id }, index) => _id === rows[index]?._id);
  return isInOrder ? debounced : rows;
}

function PagePanel({ page, onChange, onClose }: { page: FormPage; onChange(page: FormPage): void; onClose(): void }) {
  return (
    <Section
      title={text("Page")}
      actions={
        <span className="lg:hidden">
          <Button kind="quiet" onPress={onClose}>
            <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
            {text("Back to the fields")}
          </Button>
        </span>
      }
    >
      <TextField
        label={text("Title")}
        hint={text("Visitors see it above the fields of this page.")}
        value={page.name ?? ""}
        onChange={(name) => onChange({ ...page, name: name || null })}
        maxLength={200}
      />
    </Section>
  );
}

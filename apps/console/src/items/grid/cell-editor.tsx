import type { ViewField } from "@porchlight/client/data";
import { useTypedValues, type ValueControl } from "@porchlight/react";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { text } from "../../texts/text.ts";

/** Where the focus moves after a cell was saved; `leave` if it is elsewhere already. */
export type Move = "stay" | "next" | "previous" | "leave";

/** Props of {@link CellEditor}. */
export interface CellEditorProps {
  field: ViewField;
  control: ValueControl;
  value: unknown;
  /** The initial text, instead of that of the value. */
  typed?: string | undefined;
  onSave(value: unknown, move: Move): void;
  onCancel(): void;
}

const inputTypes: Partial<Record<ValueControl, string>> = {
  email: "email",
  url: "url",
  day: "date",
  moment: "datetime-local",
  time: "time",
};

/** Edits the value of a cell: Enter and Tab save, Escape cancels. An invalid value stays, with its problem. */
export function CellEditor({ field, control, value, typed, onSave, onCancel }: CellEditorProps) {
  const values = useTypedValues();
  const initial = values.toTyped(control, value);
  const [current, setCurrent] = useState(typed ?? initial);
  const [problem, setProblem] = useState<string>();
  const isDone = useRef(false);
  const problemId = useId();

  function finish(move: Move) {
    if (isDone.current) return;
    const read = values.readTyped(control, field, current, value);
    if (current === initial) {
      isDone.current = true;
      onSave(value, move);
    } else if ("problem" in read) setProblem(read.problem);
    else {
      isDone.current = true;
      onSave(read.value, move);
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const isNewLine = (control === "text" || control === "lines") && (event.shiftKey || event.altKey);
    if (event.key === "Escape") {
      isDone.current = true;
      onCancel();
    } else if (event.key === "Enter" && !isNewLine) finish("stay");
    else if (event.key === "Tab") finish(event.shiftKey ? "previous" : "next");
    else return;
    event.preventDefault();
  }
  const shared = {
    "aria-label": field.displayName,
    "aria-invalid": problem !== undefined || undefined,
    "aria-describedby": problem === undefined ? undefined : problemId,
    autoFocus: true,
    onKeyDown,
    onBlur: () => finish("leave"),
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (typed === undefined && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
        target.select();
    },
    className:
      "min-h-full w-full border-0 bg-surface px-3 text-fg outline-2 -outline-offset-2 outline-accent aria-invalid:outline-danger",
  } as const;
  return (
    <div className="absolute inset-0 z-10">
      {control === "checkbox" ? (
        <select {...shared} value={current} onChange={({ target }) => setCurrent(target.value)}>
          <option value="on">{text("Yes")}</option>
          <option value="">{text("No")}</option>
        </select>
      ) : control === "text" || control === "lines" ? (
        <textarea
          {...shared}
          dir="auto"
          rows={5}
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
          className={`${shared.className} rounded-md py-2 shadow-float`}
        />
      ) : (
        <input
          {...shared}
          type={inputTypes[control] ?? "text"}
          inputMode={control === "number" ? "decimal" : undefined}
          dir="auto"
          step={control === "moment" || control === "time" ? "any" : undefined}
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
        />
      )}
      {problem !== undefined && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full z-20 mt-1 max-w-64 min-w-max rounded-md border border-line bg-danger-soft px-2 py-1 whitespace-normal text-danger shadow-float"
        >
          {problem}
        </p>
      )}
    </div>
  );
}

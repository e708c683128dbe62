import type { CollectionView, FieldChange, ViewField } from "@porchlight/client/data";
import { useTypedValues, type ValueControl } from "@porchlight/react";
import { type FormEvent, useState } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select, TextArea, TextField } from "../../ui/fields.tsx";

/** Props of {@link ChangeDialog}. */
export interface ChangeDialogProps {
  view: CollectionView;
  /** The number of items that will change. */
  count: number;
  onClose(): void;
  onChange(change: FieldChange): void;
}

const inputTypes: Partial<Record<ValueControl, string>> = {
  email: "email",
  url: "url",
  day: "date",
  moment: "datetime-local",
  time: "time",
};

/** Sets one field of many items. */
export function ChangeDialog({ view, count, onClose, onChange }: ChangeDialogProps) {
  const values = useTypedValues();
  const editable = view.fields.filter((field) => values.controlFor(field, undefined) !== undefined);
  const [key, setKey] = useState(editable[0]?.key ?? "");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = editable.find((other) => other.key === key);
  const control = field && values.controlFor(field, undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!field || !control) return;
    const read = values.readTyped(control, field, typed, undefined);
    if ("problem" in read) setProblem(read.problem);
    else
      onChange(
        read.value === undefined
          ? { action: "REMOVE_FIELD", fieldPath: key }
          : { action: "SET_FIELD", fieldPath: key, value: read.value },
      );
  }
  const type = (value: string) => {
    setTyped(value);
    setProblem(undefined);
  };
  return (
    <Dialog title={text("Change {n, plural, one {# item} other {# items}}", { n: count })} isOpen onClose={onClose}>
      {field && control ? (
        <form onSubmit={submit} noValidate className="grid gap-4">
          <Select
            label={text("Field")}
            value={key}
            options={editable.map((other) => ({ id: other.key, label: other.displayName }))}
            onChange={(chosen) => {
              setKey(chosen);
              type("");
            }}
          />
          <ValueInput {...{ field, control, typed, problem }} onType={type} />
          <div className="flex justify-end gap-2">
            <Button onPress={onClose}>{text("Cancel")}</Button>
            <Button kind="primary" type="submit">
              {text("Change {n, plural, one {# item} other {# items}}", { n: count })}
            </Button>
          </div>
        </form>
      ) : (
        <p>{text("No field of this collection can be changed for several items.")}</p>
      )}
    </Dialog>
  );
}

interface ValueInputProps {
  field: ViewField;
  control: ValueControl;
  typed: string;
  problem: string | undefined;
  onType(typed: string): void;
}

function ValueInput({ field, control, typed, problem, onType }: ValueInputProps) {
  if (control === "checkbox")
    return (
      <Select
        label={text("Value")}
        value={typed === "on" ? "on" : "off"}
        options={[
          { id: "on", label: text("Yes") },
          { id: "off", label: text("No") },
        ]}
        onChange={(chosen) => onType(chosen === "on" ? "on" : "")}
      />
    );
  const shared = {
    label: text("Value"),
    value: typed,
    onChange: onType,
    error: problem,
    ...(!field.required && { hint: text("Leave empty to remove the value.") }),
  };
  if (control === "text" || control === "lines") return <TextArea {...shared} />;
  return <TextField {...shared} type={inputTypes[control] ?? "text"} />;
}

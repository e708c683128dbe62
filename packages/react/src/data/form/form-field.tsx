import type { ViewField } from "@porchlight/client/data";
import type common from "@porchlight/contract/texts/en/common.json";
import type form from "@porchlight/contract/texts/en/data-form.json";
import type { KeyboardEvent, ReactNode } from "react";
import type { Texts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { FieldError } from "../../ui/fields/field.tsx";
import type { Choice, EditorTools } from "../editors/editor-props.ts";
import { FieldEditor } from "../editors/field-editor.tsx";
import type { Control } from "./form-values.ts";
import { isStructured } from "./structured-values.ts";

export type FormTexts = Texts<keyof typeof form | keyof typeof common>;

interface FormFieldProps {
  id: string;
  field: ViewField;
  control: Exclude<Control, "fixed">;
  /** Initial value. */
  typed: string;
  error?: string | undefined;
  /** Items to choose from, for references. */
  options?: readonly Choice[] | undefined;
  tools: EditorTools;
  timeZone: string;
  text: FormTexts;
  appearance: Appearance | undefined;
}

/** Attributes of the native input by control. */
const inputs: Partial<Record<Control, object>> = {
  line: { type: "text", dir: "auto" },
  list: { type: "text", dir: "auto" },
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  url: { type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false },
  number: { type: "text", inputMode: "decimal" },
  day: { type: "date" },
  moment: { type: "datetime-local" },
  time: { type: "time" },
};

/** A field of an item: label, hint, error, and the control for its type. */
export function FormField({
  id,
  field,
  control,
  typed,
  error,
  options,
  tools,
  timeZone,
  text,
  appearance,
}: FormFieldProps) {
  const { key, displayName: label, required, description } = field;
  const hint = [
    description,
    control === "list" && text("data.form.listHint"),
    control === "lines" && text("data.form.linesHint"),
    control === "json" && text("data.form.jsonHint"),
    control === "moment" && text("data.form.zoneHint", { zone: timeZone }),
  ]
    .filter(Boolean)
    .join(" ");
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const common = { id, name: key, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy };
  const isTick = control === "checkbox";
  const isMany = control === "text" || control === "lines" || control === "json";
  const isSearched = control === "reference" && options === undefined && tools.searchReferences !== undefined;
  const labelId = `${id}-label`;
  return (
    <div
      {...part("field", isTick ? "site-checkbox" : "site-field", appearance)}
      data-field={key}
      data-state={error && "invalid"}
    >
      {isTick && <input type="checkbox" {...common} defaultChecked={typed === "on"} />}
      <label {...part("label", isTick ? "" : "site-label", appearance)} id={labelId} htmlFor={id}>
        {required || isTick ? label : text("common.field.optional", { label })}
      </label>
      {hint && (
        <p {...part("hint", "site-hint", appearance)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <FieldError id={`${id}-error`} appearance={appearance} prefix={text("common.error.label")} text={error} />
      )}
      {isSearched || (isStructured(control) && control !== "json") ? (
        <FieldEditor
          {...tools}
          {...{ id, labelId, describedBy, field, typed }}
          control={control}
          isInvalid={error !== undefined}
          loadingText={text("data.form.loading")}
          failedText={text("data.form.notLoaded")}
        />
      ) : control === "reference" ? (
        <Choices
          {...common}
          {...{ typed, appearance }}
          options={options ?? []}
          chosenName={(field.reference && tools.references?.[field.reference.collectionId]?.[typed]) || typed}
          none={text("data.form.choose")}
        />
      ) : isMany ? (
        <textarea
          {...common}
          {...part("input", `site-input site-textarea${control === "json" ? " site-code" : ""}`, appearance)}
          defaultValue={typed}
          required={required}
          spellCheck={control === "json" ? false : undefined}
          dir={control === "json" ? "ltr" : "auto"}
          rows={control === "json" ? 8 : 5}
          onKeyDown={sendOnEnter}
        />
      ) : (
        !isTick && (
          <input
            {...common}
            {...part("input", "site-input", appearance)}
            {...inputs[control]}
            defaultValue={typed}
            required={required}
            autoComplete="off"
          />
        )
      )}
    </div>
  );
}

interface ChoicesProps {
  id: string;
  name: string;
  typed: string;
  /** Display name of the selected item. */
  chosenName: string;
  options: readonly Choice[];
  none: string;
  appearance: Appearance | undefined;
}

function Choices({ typed, chosenName, options, none, appearance, ...common }: ChoicesProps): ReactNode {
  // The current reference stays selectable.
  const isOffered = typed === "" || options.some(({ id }) => id === typed);
  return (
    <select {...common} {...part("select", "site-input", appearance)} defaultValue={typed}>
      <option value="">{none}</option>
      {!isOffered && <option value={typed}>{chosenName}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name || option.id}
        </option>
      ))}
    </select>
  );
}

/** Enter inserts a line break; Ctrl or Cmd with Enter submits. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

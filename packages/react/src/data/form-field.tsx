import type { ViewField } from "@porchlight/client/data";
import type common from "@porchlight/contract/texts/en/common.json";
import type form from "@porchlight/contract/texts/en/data-form.json";
import type { KeyboardEvent, ReactNode } from "react";
import type { Texts } from "../texts/use-texts.ts";
import { type Appearance, part } from "../ui/appearance.ts";
import { FieldError } from "../ui/field.tsx";
import type { Control } from "./form-values.ts";

export type FormTexts = Texts<keyof typeof form | keyof typeof common>;

interface FormFieldProps {
  id: string;
  field: ViewField;
  control: Exclude<Control, "fixed">;
  /** What it begins with. */
  typed: string;
  error?: string | undefined;
  /** Items to choose from, of a reference. */
  options?: readonly { id: string; name: string }[] | undefined;
  timeZone: string;
  text: FormTexts;
  appearance: Appearance | undefined;
}

/** The browser's own control for each kind. */
const inputs: Partial<Record<Control, object>> = {
  line: { type: "text" },
  list: { type: "text" },
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  url: { type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false },
  number: { type: "text", inputMode: "decimal" },
  day: { type: "date" },
  moment: { type: "datetime-local" },
  time: { type: "time" },
};

/** One field of an item: label, hint, error, and the control that its type asks for. */
export function FormField({
  id,
  field,
  control,
  typed,
  error,
  options = [],
  timeZone,
  text,
  appearance,
}: FormFieldProps) {
  const { key, displayName: label, required, description } = field;
  const hint = [
    description,
    control === "list" && text("data.form.listHint"),
    control === "moment" && text("data.form.zoneHint", { zone: timeZone }),
  ]
    .filter(Boolean)
    .join(" ");
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const common = { id, name: key, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy };
  const isTick = control === "checkbox";
  return (
    <div
      {...part("field", isTick ? "site-checkbox" : "site-field", appearance)}
      data-field={key}
      data-state={error && "invalid"}
    >
      {isTick && <input type="checkbox" {...common} defaultChecked={typed === "on"} />}
      <label {...part("label", isTick ? "" : "site-label", appearance)} htmlFor={id}>
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
      {control === "reference" ? (
        <Choice {...common} typed={typed} options={options} none={text("data.form.choose")} appearance={appearance} />
      ) : control === "text" ? (
        <textarea
          {...common}
          {...part("input", "site-input site-textarea", appearance)}
          defaultValue={typed}
          required={required}
          rows={5}
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

interface ChoiceProps {
  id: string;
  name: string;
  typed: string;
  options: readonly { id: string; name: string }[];
  none: string;
  appearance: Appearance | undefined;
}

function Choice({ typed, options, none, appearance, ...common }: ChoiceProps): ReactNode {
  // What it refers to stays to be chosen, whatever is offered.
  const isOffered = typed === "" || options.some(({ id }) => id === typed);
  return (
    <select {...common} {...part("select", "site-input", appearance)} defaultValue={typed}>
      <option value="">{none}</option>
      {!isOffered && <option value={typed}>{typed}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name || option.id}
        </option>
      ))}
    </select>
  );
}

/** Enter makes a new line; with Ctrl or Cmd it sends. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

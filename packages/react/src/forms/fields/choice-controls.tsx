import { maxRating } from "@porchlight/contract/forms/form-values";
import { useState } from "react";
import { customKey } from "../definition/read-values.ts";
import { type ControlProps, partAttributes } from "./field-props.ts";

interface ChoiceOption {
  key: string;
  label: string;
}

/** Radio buttons for a rating or one choice, checkboxes for several. */
export function ChoiceControls(props: ControlProps) {
  const { id, field, initial, error, text } = props;
  const { kind, target, choices, customChoice, allowedValues } = field;
  const chosen = initial(target);
  const [hasOwn, setHasOwn] = useState(chosen.includes(customKey));
  const ratings = Array.from({ length: maxRating }, (_, index): ChoiceOption => {
    const label = String(index + 1);
    return { key: label, label };
  });
  const offered =
    kind === "rating" ? ratings : choices.filter(({ value }) => !allowedValues || allowedValues.includes(value));
  const ownLabel = customChoice || text("forms.field.other");
  const options = customChoice === undefined ? offered : [...offered, { key: customKey, label: ownLabel }];
  const isMany = kind === "checkboxes";
  return (
    <>
      {kind === "rating" && <p className="site-hint">{text("forms.field.ratingHint", { n: maxRating })}</p>}
      <div
        className="site-form-choices"
        data-kind={kind}
        onChange={(event) => {
          const { type, value, checked } = event.target as unknown as HTMLInputElement;
          if (value === customKey || type === "radio") setHasOwn(value === customKey && checked);
        }}
      >
        {options.map(({ key, label }, index) => {
          const optionId = index === 0 ? id : `${id}-${index}`;
          return (
            <div key={key} className="site-checkbox">
              <input
                type={isMany ? "checkbox" : "radio"}
                id={optionId}
                name={target}
                value={key}
                defaultChecked={chosen.includes(key)}
                disabled={field.isReadOnly}
                aria-invalid={error ? true : undefined}
              />
              <label htmlFor={optionId}>{label}</label>
            </div>
          );
        })}
      </div>
      {customChoice !== undefined && (
        <div className="site-form-own" data-shown={hasOwn || undefined}>
          <label className="site-editor-label" htmlFor={`${id}-custom`}>
            {text("forms.field.otherValue", { label: ownLabel })}
          </label>
          <input {...partAttributes(props, "custom", false)} className="site-input" type="text" dir="auto" />
        </div>
      )}
    </>
  );
}

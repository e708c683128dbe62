import { type Ref, useId } from "react";

interface CheckboxFieldProps {
  name: string;
  label: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A checkbox with a clickable label. */
export function CheckboxField({ name, label, inputRef }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="site-checkbox" data-field={name}>
      <input type="checkbox" id={id} name={name} ref={inputRef} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

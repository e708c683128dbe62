import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, FieldError, Label, Radio, RadioGroup, Switch, Text } from "react-aria-components";

/** An option of {@link RadioChoice} and {@link CheckboxChoices}. */
export interface ChoiceOption<Value extends string> {
  id: Value;
  label: string;
  /** What it means, in one sentence. */
  hint?: string;
}

interface ChoicesProps<Value extends string> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: readonly ChoiceOption<Value>[];
}

const rowClass =
  "grid min-h-9 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-md py-1.5 pointer-coarse:min-h-11 data-[disabled]:cursor-default data-[disabled]:opacity-60";
const markClass =
  "mt-0.5 grid size-4 place-items-center border group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent";

/** A choice of one of a few options, all of them visible. */
export function RadioChoice<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  onChange,
}: ChoicesProps<Value> & { value: Value; onChange(value: Value): void }) {
  return (
    <RadioGroup
      value={value}
      onChange={(id) => onChange(id as Value)}
      isInvalid={error !== undefined}
      className="grid gap-1"
    >
      <Heading label={label} hint={hint} error={error} />
      {options.map((option) => (
        <Radio key={option.id} value={option.id} className={`group ${rowClass}`}>
          {({ isSelected }) => (
            <>
              <span
                className={`${markClass} rounded-full bg-surface ${isSelected ? "border-accent" : "border-line-strong"}`}
              >
                {isSelected && <span className="size-2 rounded-full bg-accent" />}
              </span>
              <OptionText option={option} />
            </>
          )}
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** A choice of any number of options. */
export function CheckboxChoices<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  onChange,
}: ChoicesProps<Value> & { value: readonly Value[]; onChange(value: Value[]): void }) {
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={(ids) => onChange(options.map(({ id }) => id).filter((id) => ids.includes(id)))}
      isInvalid={error !== undefined}
      className="grid gap-1"
    >
      <Heading label={label} hint={hint} error={error} />
      {options.map((option) => (
        <Checkbox key={option.id} value={option.id} className={`group ${rowClass}`}>
          {({ isSelected }) => (
            <>
              <span
                className={`${markClass} rounded ${isSelected ? "border-accent bg-accent" : "border-line-strong bg-surface"}`}
              >
                {isSelected && (
                  <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-on-accent stroke-2">
                    <path d="m3 8 3.5 3.5L13 5" />
                  </svg>
                )}
              </span>
              <OptionText option={option} />
            </>
          )}
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

const Heading = ({ label, hint, error }: Pick<ChoicesProps<string>, "label" | "hint" | "error">) => (
  <>
    <Label className="font-medium">{label}</Label>
    {hint !== undefined && (
      <Text slot="description" className="text-muted">
        {hint}
      </Text>
    )}
    <FieldError className="text-danger">{error}</FieldError>
  </>
);

const OptionText = ({ option: { label, hint } }: { option: ChoiceOption<string> }) => (
  <span className="grid min-w-0">
    <span>{label}</span>
    {hint !== undefined && <span className="text-muted">{hint}</span>}
  </span>
);

/** Props of {@link Toggle}. */
export interface ToggleProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
  children: ReactNode;
}

/** A setting that is on or off. */
export function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <Switch isSelected={isOn} onChange={onChange} className="flex cursor-pointer items-center justify-between gap-3">
      {children}
      <span
        aria-hidden
        className={`flex h-6 w-10 flex-none items-center rounded-full p-0.5 ${isOn ? "justify-end bg-accent" : "justify-start bg-line-strong"}`}
      >
        <span className="size-5 rounded-full bg-surface" />
      </span>
    </Switch>
  );
}

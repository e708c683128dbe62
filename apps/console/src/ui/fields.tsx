import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Select as AriaSelect,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  FieldError,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  type TextFieldProps,
} from "react-aria-components";
import { controlHeight } from "./button.tsx";

const inputClass = `${controlHeight} w-full rounded-md border border-line-strong bg-surface px-3 text-fg data-[invalid]:border-danger`;

/** Props of {@link TextField}. */
export interface FieldProps extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  hint?: ReactNode;
  /** The problem with the value. */
  error?: string | undefined;
}

/** A labeled text input. */
export function TextField({ label, hint, error, ...props }: FieldProps) {
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className="grid gap-1">
      <Label className="font-medium">{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="text-muted">
          {hint}
        </Text>
      )}
      <FieldError className="text-danger">{error}</FieldError>
      <Input className={inputClass} />
    </AriaTextField>
  );
}

/** A labeled text input with several lines. */
export function TextArea({ label, hint, error, ...props }: FieldProps) {
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className="grid gap-1">
      <Label className="font-medium">{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="text-muted">
          {hint}
        </Text>
      )}
      <FieldError className="text-danger">{error}</FieldError>
      <AriaTextArea rows={4} className={`${inputClass} py-2`} />
    </AriaTextField>
  );
}

/** Props of {@link Select}. */
export interface SelectProps<Value extends string> {
  label: string;
  /** Whether only screen readers get the label. */
  hidesLabel?: boolean;
  value: Value;
  options: readonly { id: Value; label: string; hint?: string }[];
  onChange(value: Value): void;
  isDisabled?: boolean;
}

/** A choice of one of several values. */
export function Select<Value extends string>({
  label,
  hidesLabel = false,
  value,
  options,
  onChange,
  isDisabled = false,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className="grid gap-1"
      value={value}
      isDisabled={isDisabled}
      onChange={(key: Key | null) => key !== null && onChange(key as Value)}
    >
      <Label className={hidesLabel ? "sr-only" : "font-medium"}>{label}</Label>
      <AriaButton className={`${inputClass} inline-flex cursor-pointer items-center justify-between gap-2 text-start`}>
        <SelectValue className="truncate [&_[slot=description]]:hidden" />
        <ChevronDown aria-hidden size={16} />
      </AriaButton>
      <Popover className="min-w-(--trigger-width) rounded-lg border border-line bg-surface p-1 shadow-float">
        <ListBox items={options} className="outline-none">
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              className="cursor-pointer rounded-md px-3 py-2 outline-none data-[focused]:bg-sunken data-[selected]:font-medium"
            >
              <Text slot="label" className="block">
                {option.label}
              </Text>
              {option.hint !== undefined && (
                <Text slot="description" className="block text-muted">
                  {option.hint}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

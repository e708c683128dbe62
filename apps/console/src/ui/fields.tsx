import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import {
  Button as AriaButton,
  Select as AriaSelect,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  Autocomplete,
  FieldError,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  SelectValue,
  Text,
  type TextFieldProps,
  useFilter,
} from "react-aria-components";
import { text } from "../texts/text.ts";
import { controlHeight } from "./button.tsx";

const inputClass = `${controlHeight} w-full rounded-md border border-line-strong bg-surface px-3 text-fg data-[invalid]:border-danger`;

/** Props of {@link TextField}. */
export interface FieldProps extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  /** Whether only screen readers get the label. */
  hidesLabel?: boolean;
  hint?: ReactNode;
  /** The problem with the value. */
  error?: string | undefined;
  /** Values that the browser suggests, for inputs of one line. */
  suggestions?: readonly string[] | undefined;
  placeholder?: string | undefined;
}

/** A labeled text input. */
export function TextField({ label, hidesLabel = false, hint, error, suggestions, placeholder, ...props }: FieldProps) {
  const listId = useId();
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className="grid gap-1">
      <Label className={hidesLabel ? "sr-only" : "font-medium"}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="text-muted">
          {hint}
        </Text>
      )}
      <FieldError className="text-danger">{error}</FieldError>
      <Input className={inputClass} list={suggestions && listId} {...(placeholder !== undefined && { placeholder })} />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
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
      <AriaTextArea rows={4} dir="auto" className={`${inputClass} py-2`} />
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

/** Whether a list of options needs a search box. */
const isLongList = (count: number): boolean => count > 20;

/** A list or menu in a popover, with a search box if it is long. */
export function SearchableList({ count, children }: { count: number; children: ReactNode }) {
  const { contains } = useFilter({ sensitivity: "base" });
  if (!isLongList(count)) return children;
  return (
    <Autocomplete filter={contains}>
      <div className="max-h-[min(24rem,60dvh)] overflow-y-auto">
        <SearchField aria-label={text("Search")} autoFocus className="sticky top-0 z-10 bg-surface p-1">
          <Input className={inputClass} />
        </SearchField>
        {children}
      </div>
    </Autocomplete>
  );
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
  const [isOpen, setIsOpen] = useState(false);
  const isLong = isLongList(options.length);
  const list = (
    <ListBox
      // React Aria builds all options of a closed list, which takes seconds with many lists of many options.
      items={isLong && !isOpen ? options.filter(({ id }) => id === value) : options}
      renderEmptyState={() => <p className="px-3 py-2 text-muted">{text("Nothing found")}</p>}
      className={isLong ? "outline-none" : "max-h-72 overflow-y-auto outline-none"}
    >
      {(option) => (
        <ListBoxItem
          id={option.id}
          textValue={option.label}
          className="cursor-pointer rounded-md px-3 py-2 outline-none data-[focused]:bg-sunken data-[selected]:font-medium"
        >
          <Text slot="label" className="block">
            <bdi>{option.label}</bdi>
          </Text>
          {option.hint !== undefined && (
            <Text slot="description" className="block text-muted">
              {option.hint}
            </Text>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <AriaSelect
      className="grid content-between gap-1"
      value={value}
      isDisabled={isDisabled}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onChange={(key: Key | null) => key !== null && onChange(key as Value)}
    >
      <Label className={hidesLabel ? "sr-only" : "font-medium"}>{label}</Label>
      <AriaButton className={`${inputClass} inline-flex cursor-pointer items-center justify-between gap-2 text-start`}>
        <SelectValue className="truncate [&_[slot=description]]:hidden" />
        <ChevronDown aria-hidden size={16} />
      </AriaButton>
      <Popover className="max-w-[min(100vw-2rem,28rem)] min-w-(--trigger-width) rounded-lg border border-line bg-surface p-1 shadow-float">
        <SearchableList count={options.length}>{list}</SearchableList>
      </Popover>
    </AriaSelect>
  );
}

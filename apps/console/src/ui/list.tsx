import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Checkbox, Input, Label, SearchField } from "react-aria-components";
import { controlHeight } from "./button.tsx";

/** Props of {@link FilterTabs}. */
export interface FilterTabsProps {
  label: string;
  tabs: readonly { value: string; name: string }[];
  value: string;
  onChange(value: string): void;
}

/** Buttons that filter a list. */
export function FilterTabs({ label, tabs, value, onChange }: FilterTabsProps) {
  return (
    <nav aria-label={label} className="flex max-w-full gap-1 overflow-x-auto">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={value === tab.value}
          onClick={() => onChange(tab.value)}
          className={`${controlHeight} cursor-pointer rounded-md px-3 font-medium whitespace-nowrap text-muted hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent`}
        >
          {tab.name}
        </button>
      ))}
    </nav>
  );
}

/** Props of {@link SearchBox}. */
export interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  /** Called 300 ms after the last key. */
  onChange(value: string): void;
}

/** Searches a list while typing. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 300);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField value={text} onChange={setText} onClear={() => onChange("")} className="relative w-full sm:w-72">
      <Label className="sr-only">{label}</Label>
      <Search aria-hidden size={16} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <Input
        placeholder={placeholder}
        className={`${controlHeight} w-full rounded-md border border-line-strong bg-surface ps-9 pe-3`}
      />
    </SearchField>
  );
}

/** The checkbox of a row, and of all rows. */
export const SelectionBox = () => (
  <Checkbox
    slot="selection"
    className="grid size-5 cursor-pointer place-items-center rounded border border-line-strong bg-surface data-[selected]:border-accent data-[selected]:bg-accent"
  >
    {({ isSelected, isIndeterminate }) => (
      <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-on-accent stroke-2">
        {isIndeterminate ? <path d="M4 8h8" className="stroke-accent" /> : isSelected && <path d="m3 8 3.5 3.5L13 5" />}
      </svg>
    )}
  </Checkbox>
);

import { Copy, Search, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Input, Label, SearchField } from "react-aria-components";
import { text } from "../texts/text.ts";
import { Button, controlHeight } from "./button.tsx";
import { EmptyState } from "./section.tsx";

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
    <nav aria-label={label} className="flex max-w-full flex-wrap gap-1">
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
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), 300);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField value={typed} onChange={setTyped} onClear={() => onChange("")} className="relative w-full sm:w-72">
      <Label className="sr-only">{label}</Label>
      <Search aria-hidden size={16} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <Input
        placeholder={placeholder}
        className={`${controlHeight} w-full rounded-md border border-line-strong bg-surface ps-9 pe-3`}
      />
    </SearchField>
  );
}

/** Props of {@link SearchedList}. */
export interface SearchedListProps {
  /** Label of the search field. */
  label: string;
  search: string;
  onSearch(value: string): void;
  /** Between the search field and the list. */
  problem: ReactNode;
  isLoaded: boolean;
  /** Shown while there are no items. */
  createButton: ReactNode;
  /** Items of the list. */
  children: readonly ReactNode[];
  /** Sentences without items, and without any that match; and the button that shows all of them. */
  texts: { empty: string; noMatch: string; showAll: string };
}

/** A short list, searched by name. */
export function SearchedList({
  label,
  search,
  onSearch,
  problem,
  isLoaded,
  createButton,
  children,
  texts,
}: SearchedListProps) {
  return (
    <>
      <SearchBox label={label} placeholder={text("Name")} value={search} onChange={onSearch} />
      {problem}
      {isLoaded && children.length === 0 ? (
        <EmptyState>
          <p>{search ? texts.noMatch : texts.empty}</p>
          {search ? <Button onPress={() => onSearch("")}>{texts.showAll}</Button> : createButton}
        </EmptyState>
      ) : (
        <ul className="grid rounded-xl border border-line bg-surface empty:hidden">{children}</ul>
      )}
    </>
  );
}

/** Props of {@link CopyAndDelete}. */
export interface CopyAndDeleteProps {
  /** Name of the item. */
  name: string;
  isCopying?: boolean;
  isDeleting: boolean;
  onCopy(): void;
  onDelete(): void;
}

/** Buttons that duplicate and delete an item of a list. */
export const CopyAndDelete = ({ name, isCopying = false, isDeleting, onCopy, onDelete }: CopyAndDeleteProps) => (
  <span className="flex">
    <Button kind="quiet" aria-label={text("Duplicate {name}", { name })} isPending={isCopying} onPress={onCopy}>
      <Copy aria-hidden size={16} />
    </Button>
    <Button kind="quiet" aria-label={text("Delete {name}", { name })} isPending={isDeleting} onPress={onDelete}>
      <Trash2 aria-hidden size={16} />
    </Button>
  </span>
);

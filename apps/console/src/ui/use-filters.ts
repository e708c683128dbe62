import { useState } from "react";
import { useSearchParams } from "react-router";

/** The filters of a list, in the address of the page. */
export interface Filters<Name extends string> {
  /** The value of each filter; an empty string if it is not set. */
  filters: Readonly<Record<Name, string>>;
  /** Sets a filter; an empty string removes it. */
  setFilter(name: Name, value: string): void;
  /** Sets several filters at once: of separate calls, only the last one has an effect. */
  setFilters(values: Readonly<Partial<Record<Name, string>>>): void;
  clearFilters(): void;
}

/** Reads and changes filters in the address of the page. Other parameters of the address stay. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [parameters, setParameters] = useSearchParams();
  const change = (values: Readonly<Partial<Record<Name, string>>>) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries<string | undefined>(values))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const read = (value: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, string>;
  return {
    filters: read((name) => parameters.get(name) ?? ""),
    setFilters: change,
    setFilter: (name, value) => change({ [name]: value } as Partial<Record<Name, string>>),
    clearFilters: () => change(read(() => "")),
  };
}

/**
 * What is selected in a list. Nothing is selected after the list shows other entries, also because of a link or Back:
 * "all" means all that match, so it must not outlive its filter.
 *
 * @param matching What decides which entries the list shows, such as filters and the search.
 * @param none The empty selection.
 */
export function useListSelection<Selection>(
  matching: unknown,
  none: Selection,
): readonly [Selection, (selection: Selection) => void] {
  const key = JSON.stringify(matching);
  const [selected, setSelected] = useState({ key, selection: none });
  // During rendering, so that no press can act on entries that are no longer displayed.
  if (selected.key !== key) setSelected({ key, selection: none });
  return [selected.key === key ? selected.selection : none, (selection) => setSelected({ key, selection })];
}

import type { CollectionView } from "@porchlight/client/data";
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef } from "react";
import { useSite } from "../provider.tsx";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { labelOf } from "./collection-entry.ts";
import type { ListTexts } from "./field-value.tsx";
import { fieldOf, isNarrowed, type ListQuery, listHref, readListQuery, sortKindOf, sortsOf } from "./list-query.ts";

interface ListControlsProps {
  view: CollectionView;
  query: ListQuery;
  choices: Readonly<Record<string, readonly string[]>>;
  path: string;
  text: ListTexts;
  appearance: Appearance | undefined;
}

/**
 * What to look for, which items and in which order: one form, which sends itself where scripts run. What is in use stands below it, each
 * with a link that takes it off.
 */
export function ListControls({ view, query, choices, path, text, appearance }: ListControlsProps) {
  const { navigate } = useSite();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { words, filters, sort } = query;
  const sorts = sortsOf(view);
  const shownFilters = view.filterFields.filter((key) => optionsOf(view, key, choices, filters).length > 0);

  // Going back, and browsers that remember what was chosen, change one of the two alone.
  const state = JSON.stringify(query);
  useEffect(() => {
    const { words, filters, sort } = JSON.parse(state) as ListQuery;
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement) field.value = words;
      if (field instanceof HTMLSelectElement) {
        field.value = field.name === "sort" ? sort : (filters[field.name.slice("f.".length)] ?? "");
      }
    }
  }, [state]);

  function send(event: FormEvent | ChangeEvent) {
    if (!form.current) return;
    const data = new FormData(form.current);
    const typed = { get: (name: string) => (typeof data.get(name) === "string" ? String(data.get(name)) : null) };
    const href = listHref(path, readListQuery(view, typed));
    if (!navigate) {
      if (event.type === "change") form.current.requestSubmit();
      return;
    }
    event.preventDefault();
    navigate(href);
  }

  if (view.searchFields.length + shownFilters.length + sorts.length === 0) return null;
  return (
    <div {...part("controls", "site-controls", appearance)}>
      <search>
        <form ref={form} method="get" action={path} className="site-controls-form" onSubmit={send}>
          {view.searchFields.length > 0 && (
            <div className="site-controls-search">
              <input
                className="site-input"
                type="search"
                name="q"
                aria-label={text("data.list.searchLabel", { collection: view.displayName })}
                defaultValue={words}
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
              />
              <button type="submit" className="site-button" data-variant="secondary">
                {text("data.list.search")}
              </button>
            </div>
          )}
          {shownFilters.map((key) => (
            <div key={key} className="site-control">
              <label htmlFor={`${id}-${key}`}>{labelOf(view, key)}</label>
              <select
                id={`${id}-${key}`}
                name={`f.${key}`}
                className="site-input"
                defaultValue={filters[key] ?? ""}
                autoComplete="off"
                onChange={send}
              >
                <option value="">{text("data.list.all")}</option>
                {optionsOf(view, key, choices, filters).map((value) => (
                  <option key={value} value={value}>
                    {valueText(view, key, value, text)}
                  </option>
                ))}
              </select>
            </div>
          ))}
          {sorts.length > 0 && (
            <div className="site-control">
              <label htmlFor={`${id}-sort`}>{text("data.list.sort")}</label>
              <select
                id={`${id}-sort`}
                name="sort"
                className="site-input"
                defaultValue={sort}
                autoComplete="off"
                onChange={send}
              >
                <option value="">{text("data.list.usual")}</option>
                {sorts.map((name) => (
                  <option key={name} value={name}>
                    {sortText(view, name, text)}
                  </option>
                ))}
              </select>
            </div>
          )}
          <noscript>
            <button type="submit" className="site-button" data-variant="secondary">
              {text("data.list.apply")}
            </button>
          </noscript>
        </form>
      </search>
      {isNarrowed(query) && (
        <ul {...part("chips", "site-chips", appearance)} aria-label={text("data.list.filters")}>
          {words && (
            <Chip
              href={listHref(path, { ...query, words: "" })}
              label={text("data.list.words", { words })}
              remove={text("data.list.remove")}
            />
          )}
          {Object.entries(filters).map(([key, value]) => (
            <Chip
              key={key}
              href={listHref(path, { ...query, filters: without(filters, key) })}
              label={text("data.list.chosen", { field: labelOf(view, key), value: valueText(view, key, value, text) })}
              remove={text("data.list.remove")}
            />
          ))}
          <li>
            <Anchor className="site-chips-clear" href={listHref(path, { words: "", filters: {}, sort })}>
              {text("data.list.clear")}
            </Anchor>
          </li>
        </ul>
      )}
    </div>
  );
}

function Chip({ href, label, remove }: { href: string; label: string; remove: string }) {
  return (
    <li>
      <Anchor className="site-chip" href={href}>
        <span className="site-hidden">{remove} </span>
        {label}
        <span className="site-chip-cross" aria-hidden="true" />
      </Anchor>
    </li>
  );
}

const without = (filters: ListQuery["filters"], key: string): ListQuery["filters"] =>
  Object.fromEntries(Object.entries(filters).filter(([other]) => other !== key));

/** Values of a filter; the one in use is among them, whatever it is. */
function optionsOf(
  view: CollectionView,
  key: string,
  choices: ListControlsProps["choices"],
  filters: ListQuery["filters"],
): string[] {
  if (fieldOf(view, key)?.type === "BOOLEAN") return ["true", "false"];
  const chosen = filters[key];
  return [...new Set([...(choices[key] ?? []), ...(chosen === undefined ? [] : [chosen])])];
}

function valueText(view: CollectionView, key: string, value: string, text: ListTexts): string {
  if (fieldOf(view, key)?.type !== "BOOLEAN") return value;
  return text(value === "true" ? "data.field.yes" : "data.field.no");
}

function sortText(view: CollectionView, name: string, text: ListTexts): string {
  const key = name.replace(/^-/, "");
  const isDown = name.startsWith("-");
  const field = labelOf(view, key);
  switch (sortKindOf(fieldOf(view, key))) {
    case "number":
      return text(isDown ? "data.list.highFirst" : "data.list.lowFirst", { field });
    case "date":
      return text(isDown ? "data.list.newFirst" : "data.list.oldFirst", { field });
    default:
      return text(isDown ? "data.list.zToA" : "data.list.aToZ", { field });
  }
}

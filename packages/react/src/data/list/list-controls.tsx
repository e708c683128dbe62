import type { CollectionView } from "@porchlight/client/data";
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef } from "react";
import { useSite } from "../../provider.tsx";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import type { ListTexts } from "../values/field-value-props.ts";
import type { ReferenceNames } from "./collection-entry.ts";
import {
  fieldOf,
  hasParts,
  isNarrowed,
  type ListQuery,
  labelOf,
  listHref,
  type Range,
  rangeKindOf,
  readListQuery,
  sortKindOf,
  sortsOf,
} from "./list-query.ts";

interface ListControlsProps {
  view: CollectionView;
  query: ListQuery;
  choices: Readonly<Record<string, readonly string[]>>;
  /** Display names of items selected by id. */
  references: ReferenceNames;
  path: string;
  text: ListTexts;
  appearance: Appearance | undefined;
}

/**
 * Search, filters and sorting: one form, which submits itself once hydrated. Active filters are shown below with links
 * to remove them.
 */
export function ListControls({ view, query, choices, references, path, text, appearance }: ListControlsProps) {
  const { navigate } = useSite();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { words, filters, ranges = {}, parts = {}, sort } = query;
  const sorts = sortsOf(view);
  const kinds = view.filterFields.map((key): [string, "choice" | "range" | "part" | undefined] => {
    const field = fieldOf(view, key);
    if (rangeKindOf(field)) return [key, "range"];
    if (optionsOf(view, key, choices, filters).length > 0) return [key, "choice"];
    return [key, hasParts(field) && !choices[key] ? "part" : undefined];
  });
  const shownFilters = kinds.flatMap(([key, kind]) => (kind === "choice" ? [key] : []));
  const typedFilters = kinds.filter(([, kind]) => kind === "range" || kind === "part");
  const nameOf = (key: string, value: string) => valueText(view, key, value, references, text);

  // History navigation and form restoration change only one of the two.
  const state = JSON.stringify(query);
  useEffect(() => {
    const current = JSON.parse(state) as ListQuery;
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = shownAt(current, field.name, text.language);
    }
  }, [state, text.language]);

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

  if (view.searchFields.length + shownFilters.length + typedFilters.length + sorts.length === 0) return null;
  const apply = (
    <button type="submit" className="site-button" data-variant="secondary">
      {text("data.list.apply")}
    </button>
  );
  const typed = (name: string, label: string) => (
    <label key={name} className="site-control-end">
      <span>{label}</span>
      <input
        className="site-input"
        type={rangeKindOf(fieldOf(view, name.slice(name.indexOf(".") + 1))) === "day" ? "date" : "text"}
        inputMode={/^(?:from|to)/.test(name) ? "decimal" : undefined}
        name={name}
        defaultValue={shownAt(query, name, text.language)}
        autoComplete="off"
      />
    </label>
  );
  return (
    <div {...part("controls", "site-controls", appearance)}>
      <search>
        <form ref={form} method="get" action={path} className="site-controls-form" onSubmit={send}>
          {view.searchFields.length > 0 && (
            <div className="site-control site-control-search">
              <label htmlFor={`${id}-q`}>{text("data.list.searchLabel", { collection: view.displayName })}</label>
              <div className="site-controls-search">
                <input
                  id={`${id}-q`}
                  className="site-input"
                  type="search"
                  name="q"
                  defaultValue={words}
                  maxLength={200}
                  autoComplete="off"
                  enterKeyHint="search"
                />
                <button type="submit" className="site-button" data-variant="secondary">
                  {text("data.list.search")}
                </button>
              </div>
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
                    {nameOf(key, value)}
                  </option>
                ))}
              </select>
            </div>
          ))}
          {typedFilters.map(([key, kind]) =>
            kind === "range" ? (
              <fieldset key={key} className="site-control site-control-range">
                <legend>{labelOf(view, key)}</legend>
                {typed(`from.${key}`, text("data.list.from"))}
                {typed(`to.${key}`, text("data.list.to"))}
              </fieldset>
            ) : (
              <div key={key} className="site-control">
                {typed(`has.${key}`, text("data.list.hasLabel", { field: labelOf(view, key) }))}
              </div>
            ),
          )}
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
          {typedFilters.length > 0 ? apply : <noscript>{apply}</noscript>}
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
              label={text("data.list.chosen", { field: labelOf(view, key), value: nameOf(key, value) })}
              remove={text("data.list.remove")}
            />
          ))}
          {Object.entries(ranges).map(([key, range]) => (
            <Chip
              key={`range ${key}`}
              href={listHref(path, { ...query, ranges: without(ranges, key) })}
              label={rangeText(view, key, range, text)}
              remove={text("data.list.remove")}
            />
          ))}
          {Object.entries(parts).map(([key, part]) => (
            <Chip
              key={`part ${key}`}
              href={listHref(path, { ...query, parts: without(parts, key) })}
              label={text("data.list.has", { field: labelOf(view, key), words: part })}
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

const without = <Value,>(filters: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(filters).filter(([other]) => other !== key));

/** The value of a form control, by its name. */
function shownAt({ words, filters, ranges = {}, parts = {}, sort }: ListQuery, name: string, language: string): string {
  const [kind, key = ""] = name.split(".");
  switch (kind) {
    case "q":
      return words;
    case "sort":
      return sort;
    case "from":
    case "to":
      return endText(ranges[key]?.[kind] ?? "", language, false);
    default:
      return (kind === "has" ? parts[key] : filters[key]) ?? "";
  }
}

/** The end of a range: formatted for display, or for a native date control. */
function endText(end: string, language: string, isShown: boolean): string {
  if (end === "") return "";
  if (!/^\d{4}-\d\d-\d\d$/.test(end))
    return Number(end).toLocaleString(language, { useGrouping: isShown, maximumFractionDigits: 15 });
  return isShown ? new Date(end).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" }) : end;
}

function rangeText(view: CollectionView, key: string, range: Range, text: ListTexts): string {
  const [from, to] = [range.from ?? "", range.to ?? ""].map((end) => endText(end, text.language, true));
  const values = { field: labelOf(view, key), from, to };
  if (from === "") return text("data.list.atMost", values);
  return text(to === "" ? "data.list.atLeast" : "data.list.range", values);
}

/** Filter values, including the active one. */
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

function valueText(
  view: CollectionView,
  key: string,
  value: string,
  references: ReferenceNames,
  text: ListTexts,
): string {
  const { type, reference } = fieldOf(view, key) ?? {};
  if (reference) return references[reference.collectionId]?.[value] || value;
  if (type !== "BOOLEAN") return value;
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

import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { blogText } from "../blog-texts.ts";
import { listHref, postSorts, type SortName } from "./post-sort.ts";

/** Select for the order: applies immediately once hydrated, otherwise with a button. */
export function SortForm({ path, sort }: { path: string; sort: SortName }) {
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  // History navigation and form restoration change only one of the two.
  useEffect(() => {
    if (select.current) select.current.value = sort;
  }, [sort]);

  return (
    <form className="sort" method="get" action={path}>
      <label htmlFor="sort">{blogText("sort.label")}</label>
      <select
        ref={select}
        id="sort"
        name="sort"
        defaultValue={sort}
        autoComplete="off"
        onChange={({ target }) => void navigate(listHref(path, target.value as SortName), { preventScrollReset: true })}
      >
        {Object.entries(postSorts).map(([name, { label }]) => (
          <option key={name} value={name}>
            {blogText(label)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="site-button" data-variant="secondary">
          {blogText("sort.apply")}
        </button>
      </noscript>
    </form>
  );
}

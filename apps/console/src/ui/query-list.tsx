import { TimeText } from "@porchlight/react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { text } from "../texts/text.ts";
import { Button } from "./button.tsx";
import { EmptyState, ErrorMessage } from "./section.tsx";

/** Shows a list, or that it loads, has failed to load, or is empty. */
export function QueryList<Item>({
  query,
  items,
  empty,
  children,
}: {
  query: Pick<UseQueryResult, "isError" | "error" | "isPending" | "refetch">;
  items: readonly Item[] | undefined;
  /** A sentence, and possibly what to do. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  if (query.isError && !items)
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorMessage error={query.error} />
        <Button onPress={() => void query.refetch()}>{text("Try again")}</Button>
      </div>
    );
  if (query.isPending || !items) return <p className="text-muted">{text("Loading…")}</p>;
  if (items.length === 0) return <EmptyState>{empty}</EmptyState>;
  return <ul className="grid rounded-xl border border-line bg-surface">{items.map(children)}</ul>;
}

/** A heading with a list. */
export function ListSection({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A row of {@link QueryList}: text and, next to it or below it on phones, buttons. */
export const ListRow = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <li className="grid gap-3 border-line p-4 not-first:border-t sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:px-6">
    <div className="grid min-w-0 gap-1 break-words">{children}</div>
    {actions !== undefined && <div className="flex flex-wrap gap-1 max-sm:-ms-3">{actions}</div>}
  </li>
);

/** A date of a row, with a label. */
export const LabeledDate = ({ label, date }: { label: string; date: Date }) => (
  <span>
    {label} <TimeText value={date} />
  </span>
);

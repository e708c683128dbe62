import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../appearance.ts";

export interface SummaryEntry {
  key: string;
  /** `id` of the input it leads to; absent for what belongs to no field. */
  fieldId?: string | undefined;
  /** The words; wraps what should be the link to the field when they hold other links too. */
  text: ReactNode | ((link: (inside: ReactNode) => ReactNode) => ReactNode);
}

export interface ErrorSummaryProps {
  heading: string;
  entries: readonly SummaryEntry[];
  /** Changes with every failed try: the summary takes the focus again. */
  failures: number;
  appearance?: Appearance | undefined;
}

/** What keeps a form from being sent, each entry leading to its field. Takes the focus when it appears or changes. */
export function ErrorSummary({ heading, entries, failures, appearance }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failures > 0) ref.current?.focus();
  }, [failures]);
  return (
    <div ref={ref} role="alert" tabIndex={-1} {...part("errorSummary", "site-summary", appearance)}>
      <h2 className="site-summary-heading">{heading}</h2>
      <ul className="site-summary-list">
        {entries.map(({ key, fieldId, text }) => (
          <li key={key}>{typeof text === "function" ? text(linkTo(fieldId)) : linkTo(fieldId)(text)}</li>
        ))}
      </ul>
    </div>
  );
}

function linkTo(fieldId: string | undefined) {
  return (inside: ReactNode) => (fieldId ? <FieldLink fieldId={fieldId}>{inside}</FieldLink> : inside);
}

function FieldLink({ fieldId, children }: { fieldId: string; children: ReactNode }) {
  function focusField(event: MouseEvent) {
    const field = document.getElementById(fieldId);
    if (!field) return;
    event.preventDefault();
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  }
  return (
    <a href={`#${fieldId}`} onClick={focusField}>
      {children}
    </a>
  );
}

/** Says "Error: " in the page's title while a form has errors. */
export function useErrorTitle(hasErrors: boolean) {
  const text = useTexts(common);
  useEffect(() => {
    if (!hasErrors) return;
    const before = document.title;
    const during = text("common.error.titlePrefix", { title: before });
    document.title = during;
    return () => {
      if (document.title === during) document.title = before;
    };
  }, [hasErrors, text]);
}

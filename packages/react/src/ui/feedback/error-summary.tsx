import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../appearance.ts";

export interface SummaryEntry {
  key: string;
  /** `id` of the input to link to, if any. */
  fieldId?: string | undefined;
  /** The text; a function wraps the part that links to the field if the text has other links. */
  text: ReactNode | ((link: (inside: ReactNode) => ReactNode) => ReactNode);
}

export interface ErrorSummaryProps {
  heading: string;
  entries: readonly SummaryEntry[];
  /** Number of failures; each one moves focus to the summary. */
  failures: number;
  appearance?: Appearance | undefined;
}

/** The errors of a form, each linking to its field. Takes focus on every failure. */
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
    const field = event.currentTarget.ownerDocument.getElementById(fieldId);
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

/** Prefixes the page title with "Error: " while a form has errors. */
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

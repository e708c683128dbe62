import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { errorText } from "./errors/error-text.ts";

/** Props of {@link Section}. */
export interface SectionProps {
  title: string;
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page, on a surface of its own. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Instead of an empty list: a sentence, and possibly what to do. */
export const EmptyState = ({ children }: { children: ReactNode }) => (
  <div className="grid justify-items-center gap-3 rounded-xl border border-line bg-surface px-6 py-8 text-center text-balance text-muted">
    {children}
  </div>
);

/** Says what went wrong. */
export const ErrorMessage = ({ error }: { error: unknown }) => (
  <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
    {typeof error === "string" ? error : errorText(error)}
  </p>
);

/** Says what was done. */
export const SuccessMessage = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-md bg-success-soft p-3 text-success">
    {children}
  </p>
);

/** A part of a panel that is closed at first. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group border-t border-line pt-4"
      onToggle={(event) => event.target === event.currentTarget && setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md font-medium">
        <ChevronRight aria-hidden size={16} className="transition-transform group-open:rotate-90 rtl:rotate-180" />
        {title}
      </summary>
      {isOpen && <div className="grid grid-cols-1 gap-4 pt-4">{children}</div>}
    </details>
  );
}

import { type ReactNode, useId } from "react";
import { errorText } from "./error-text.ts";

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

/** Says what went wrong. */
export const Problem = ({ error }: { error: unknown }) => (
  <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
    {typeof error === "string" ? error : errorText(error)}
  </p>
);

/** Says what was done. */
export const Done = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-md bg-success-soft p-3 text-success">
    {children}
  </p>
);

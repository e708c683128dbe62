import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";

/** Props of {@link Page}. */
export interface PageProps {
  title: string;
  /** The page above. */
  back?: { to: string; name: string };
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The content of a page. Gives focus to its title after navigation. */
export function Page({ title, back, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Console`;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 p-4 sm:p-8">
      {back && (
        <Link
          to={back.to}
          className="-mb-4 inline-flex items-center gap-1 justify-self-start py-1 text-muted hover:text-fg"
        >
          <ChevronLeft aria-hidden size={16} />
          {back.name}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl leading-8 font-semibold">
          {title}
        </h1>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

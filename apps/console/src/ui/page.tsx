import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { text } from "../texts/text.ts";

/** Props of {@link Page}. */
export interface PageProps {
  title: string;
  /** A picture before the title. */
  image?: ReactNode;
  /** The page above. */
  back?: { to: string; name: string };
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The content of a page. Gives focus to its title after navigation. */
export function Page({ title, image, back, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = text("{title} – Console", { title });
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 p-4 sm:p-8">
      {back && (
        <Link
          to={back.to}
          className="-mb-4 inline-flex items-center gap-1 justify-self-start py-1 text-muted hover:text-fg"
        >
          <ChevronLeft aria-hidden size={16} className="rtl:rotate-180" />
          {back.name}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-3">
          {image}
          <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl leading-8 font-semibold">
            {title}
          </h1>
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

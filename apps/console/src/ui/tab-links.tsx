import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { controlHeight } from "./button.tsx";

/** Props of {@link TabLinks}. */
export interface TabLinksProps {
  label: string;
  /** `isEnd`: only the exact path is the current page. */
  tabs: readonly { to: string; name: string; isEnd?: boolean }[];
}

/** Links between the pages of a section. On a narrow screen, the current one scrolls into view. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const { pathname } = useLocation();
  const links = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path determines the current link.
  useEffect(() => {
    const current = links.current?.querySelector<HTMLElement>("[aria-current]");
    if (!links.current || !current) return;
    links.current.scrollLeft = current.offsetLeft - (links.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav
      ref={links}
      aria-label={label}
      className="relative flex max-w-full gap-1 overflow-x-auto border-b border-line pb-2"
    >
      {tabs.map(({ to, name, isEnd = false }) => (
        <NavLink
          key={to}
          to={to}
          end={isEnd}
          className={`${controlHeight} flex items-center rounded-md px-3 font-medium whitespace-nowrap text-muted hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent`}
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

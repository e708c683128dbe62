import type { StaffRole } from "@porchlight/client/staff";
import { Ellipsis } from "lucide-react";
import { useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { text } from "../texts/text.ts";
import { controlHeight } from "../ui/button.tsx";
import { type Section, sections } from "./sections.ts";

/** How many sections the bar of a phone has besides the menu with the others. */
const barLength = 4;

const shape = `${controlHeight} flex items-center gap-3 rounded-md px-3 font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-fg aria-[current]:bg-accent-soft aria-[current]:text-accent max-sm:flex-col max-sm:justify-center max-sm:gap-1 max-sm:px-0 max-sm:py-2 max-sm:text-[0.6875rem] max-sm:tracking-tight`;

/** The links to the sections that a role may see: a column, or a bar at the bottom of phones. */
export function Navigation({ role }: { role: StaffRole }) {
  const visible = sections.filter(({ roles }) => roles.includes(role));
  const others = visible.length > barLength + 1 ? visible.slice(barLength) : [];
  return (
    <nav
      aria-label={text("Console")}
      className="grow overflow-y-auto max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:overflow-visible max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-1"
    >
      <ul className="grid gap-1 max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:gap-0">
        {visible.map((section) => (
          <li key={section.path} className={others.includes(section) ? "max-sm:hidden" : undefined}>
            <NavLink to={section.path} end={section.path === "/"} className={shape}>
              <section.icon aria-hidden size={18} className="shrink-0" />
              <span className="max-w-full truncate">{section.name}</span>
            </NavLink>
          </li>
        ))}
        {others.length > 0 && (
          <li className="sm:hidden">
            <MoreMenu sections={others} />
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The other sections, in a popover above the bar. Choosing one closes it, as Escape does. */
function MoreMenu({ sections }: { sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const popover = useRef<HTMLUListElement>(null);
  const isCurrent = sections.some(({ path }) => pathname.startsWith(path));
  return (
    <>
      <button
        type="button"
        popoverTarget="more-sections"
        {...(isCurrent && { "aria-current": "true" as const })}
        className={`${shape} w-full cursor-pointer border-0 bg-transparent`}
      >
        <Ellipsis aria-hidden size={18} />
        {text("More")}
      </button>
      <ul
        ref={popover}
        id="more-sections"
        popover="auto"
        className="fixed inset-auto end-2 bottom-18 m-0 min-w-48 rounded-lg border border-line bg-surface p-1 text-fg shadow-float"
      >
        {sections.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <NavLink
              to={path}
              onClick={() => popover.current?.hidePopover()}
              className={`${controlHeight} flex items-center gap-3 rounded-md px-3 hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent`}
            >
              <Icon aria-hidden size={18} />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

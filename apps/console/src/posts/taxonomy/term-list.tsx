import { ArrowDown, ArrowUp, Ellipsis } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link } from "react-router";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";

/** What can be done to a category or tag in a dialog. */
export type TermAction = "edit" | "merge" | "delete";

/** Props of {@link TermList}. */
export interface TermListProps {
  label: string;
  terms: readonly { id: string; label: string; slug: string; count: number }[];
  /** The filter of the list of posts that shows those of a term. */
  filter?: string;
  onAction(id: string, action: TermAction): void;
  /** Absent: the order cannot be changed. */
  onMove?(id: string, step: -1 | 1): void;
}

/** Categories or tags, with a menu for each. */
export function TermList({ label, terms, filter, onAction, onMove }: TermListProps) {
  if (terms.length === 0) return null;
  const item = "cursor-pointer rounded-md px-3 py-2 outline-none data-[focused]:bg-sunken";
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-xl border border-line bg-surface">
      {terms.map((term, index) => {
        const count = text("{n, plural, =0 {No posts} one {# post} other {# posts}}", { n: term.count });
        return (
          <li key={term.id} className="flex items-center gap-1 p-3 max-sm:pe-0 sm:gap-3">
            <div className="min-w-0 grow">
              <button
                type="button"
                onClick={() => onAction(term.id, "edit")}
                className="block max-w-full cursor-pointer truncate text-start font-medium hover:text-accent hover:underline"
              >
                {term.label}
              </button>
              <p className="truncate text-muted">
                {term.slug} ·{" "}
                {filter && term.count > 0 ? (
                  <Link to={`/posts?${filter}=${term.id}`} className="text-accent underline">
                    {count}
                  </Link>
                ) : (
                  count
                )}
              </p>
            </div>
            {onMove && (
              <span className="flex">
                <Button
                  kind="quiet"
                  aria-label={text("Move {name} up", { name: term.label })}
                  isDisabled={index === 0}
                  onPress={() => onMove(term.id, -1)}
                >
                  <ArrowUp aria-hidden size={16} />
                </Button>
                <Button
                  kind="quiet"
                  aria-label={text("Move {name} down", { name: term.label })}
                  isDisabled={index === terms.length - 1}
                  onPress={() => onMove(term.id, 1)}
                >
                  <ArrowDown aria-hidden size={16} />
                </Button>
              </span>
            )}
            <MenuTrigger>
              <Button kind="quiet" aria-label={text("Actions for {name}", { name: term.label })}>
                <Ellipsis aria-hidden size={18} />
              </Button>
              <Popover
                placement="bottom end"
                className="min-w-40 rounded-lg border border-line bg-surface p-1 shadow-float"
              >
                <Menu className="outline-none" onAction={(key) => onAction(term.id, key as TermAction)}>
                  <MenuItem id="edit" className={item}>
                    {text("Edit")}
                  </MenuItem>
                  <MenuItem id="merge" className={item}>
                    {text("Merge into another")}
                  </MenuItem>
                  <MenuItem id="delete" className={item}>
                    {text("Delete")}
                  </MenuItem>
                </Menu>
              </Popover>
            </MenuTrigger>
          </li>
        );
      })}
    </ul>
  );
}

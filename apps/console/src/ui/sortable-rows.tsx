import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { text } from "../texts/text.ts";
import { Button } from "./button.tsx";

/** Props of {@link SortableRows}. */
export interface SortableRowsProps<Item> {
  label: string;
  items: readonly Item[];
  /** What a row is called in the names of its buttons. */
  nameOf(item: Item): string;
  onChange(items: Item[]): void;
  /** Whether a row can be removed. Default: all can. */
  isRemovable?(item: Item): boolean;
  children(item: Item, at: number): ReactNode;
}

/** Rows that are moved with buttons or by their handle, and removed. */
export function SortableRows<Item>({
  label,
  items,
  nameOf,
  onChange,
  isRemovable = () => true,
  children,
}: SortableRowsProps<Item>) {
  const [dragged, setDragged] = useState<number>();
  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length || from === to) return;
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  }
  /** Moves a row with its button, which retains the focus. */
  function step(button: Element, from: number, to: number): void {
    move(from, to);
    const row = button.closest("li")?.parentElement?.children[to];
    const buttons = row?.querySelectorAll<HTMLElement>("[data-move]");
    const [up, down] = buttons ?? [];
    const isLast = to === items.length - 1;
    requestAnimationFrame(() => (to < from && to > 0 ? up : isLast ? up : down)?.focus());
  }
  return (
    <ol aria-label={label} className="grid gap-2">
      {items.map((item, at) => {
        const name = nameOf(item);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rows can be equal while one of them is being edited
            key={at}
            className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-2 rounded-lg border border-line bg-surface p-2 ${dragged === at ? "opacity-60" : ""}`}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              if (dragged === at) return;
              move(dragged, at);
              setDragged(at);
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <span
              draggable
              aria-hidden
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                const row = event.currentTarget.closest("li");
                if (row) event.dataTransfer.setDragImage(row, 16, 16);
                setDragged(at);
              }}
              onDragEnd={() => setDragged(undefined)}
              className="grid h-9 w-6 cursor-grab place-items-center text-muted max-sm:hidden"
            >
              <GripVertical size={16} />
            </span>
            <div className="min-w-0 max-sm:col-span-3">{children(item, at)}</div>
            <span className="flex max-sm:col-span-3 max-sm:justify-end">
              <Button
                kind="quiet"
                aria-label={text("Move {name} up", { name })}
                isDisabled={at === 0}
                data-move
                onPress={({ target }) => step(target, at, at - 1)}
              >
                <ArrowUp aria-hidden size={16} />
              </Button>
              <Button
                kind="quiet"
                aria-label={text("Move {name} down", { name })}
                isDisabled={at === items.length - 1}
                data-move
                onPress={({ target }) => step(target, at, at + 1)}
              >
                <ArrowDown aria-hidden size={16} />
              </Button>
              {isRemovable(item) && (
                <Button
                  kind="quiet"
                  aria-label={text("Remove {name}", { name })}
                  onPress={() => onChange(items.filter((_, other) => other !== at))}
                >
                  <Trash2 aria-hidden size={16} />
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

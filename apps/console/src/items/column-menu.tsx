import { Columns3 } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { text } from "../texts/text.ts";
import { Button, controlHeight } from "../ui/button.tsx";
import { SearchableList } from "../ui/fields.tsx";

/** Props of {@link ColumnMenu}. */
export interface ColumnMenuProps {
  columns: readonly { key: string; name: string }[];
  shown: readonly string[];
  onChange(keys: string[]): void;
}

/** Chooses the columns of the grid. The one that names the item is always shown. */
export function ColumnMenu({ columns, shown, onChange }: ColumnMenuProps) {
  return (
    <MenuTrigger>
      <Button>
        <Columns3 aria-hidden size={16} />
        {text("Columns")}
      </Button>
      <Popover className="max-h-96 max-w-[min(100vw-2rem,24rem)] min-w-60 overflow-auto rounded-lg border border-line bg-surface p-1 shadow-float">
        <SearchableList count={columns.length}>
          <Menu
            aria-label={text("Columns")}
            selectionMode="multiple"
            escapeKeyBehavior="none"
            selectedKeys={shown}
            onSelectionChange={(keys) =>
              onChange(keys === "all" ? columns.map(({ key }) => key) : [...keys].map(String))
            }
            className="outline-none"
          >
            {columns.map(({ key, name }) => (
              <MenuItem
                key={key}
                id={key}
                textValue={name}
                className={`${controlHeight} flex cursor-pointer items-center gap-2 rounded-md px-3 outline-none data-[focused]:bg-sunken`}
              >
                {({ isSelected }) => (
                  <>
                    <span aria-hidden className="w-4 shrink-0">
                      {isSelected ? "✓" : ""}
                    </span>
                    <span dir="auto" className="min-w-0 truncate">
                      {name}
                    </span>
                  </>
                )}
              </MenuItem>
            ))}
          </Menu>
        </SearchableList>
      </Popover>
    </MenuTrigger>
  );
}

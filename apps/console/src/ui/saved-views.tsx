import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from "react-aria-components";
import { useSearchParams } from "react-router";
import { text } from "../texts/text.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./fields.tsx";

interface SavedView {
  name: string;
  /** The filters, as in the address. */
  query: string;
}

/** Props of {@link SavedViews}. */
export interface SavedViewsProps {
  /** Names the list in the storage of the browser. */
  list: string;
  /** The staff account to which the views belong. */
  accountId: string;
}

/** Filters of a list under names that this person has given them, in this browser. */
export function SavedViews({ list, accountId }: SavedViewsProps) {
  const key = `porchlight-${list}-views-${accountId}`;
  const [parameters, setParameters] = useSearchParams();
  const [views, setViews] = useState<readonly SavedView[]>(() => readViews(key));
  const [name, setName] = useState<string>();
  const query = parameters.toString();
  const current = views.find((view) => view.query === query);
  const store = (changed: readonly SavedView[]) => {
    setViews(changed);
    window.localStorage.setItem(key, JSON.stringify(changed));
  };
  const item = "cursor-pointer rounded-md px-3 py-2 outline-none data-[focused]:bg-sunken";
  return (
    <>
      <MenuTrigger>
        <Button>
          <Bookmark aria-hidden size={16} />
          {current?.name ?? text("Saved views")}
        </Button>
        <Popover className="min-w-48 rounded-lg border border-line bg-surface p-1 shadow-float">
          <Menu
            className="outline-none"
            onAction={(chosen) => {
              if (chosen === "save") setName("");
              else if (chosen === "remove") store(views.filter((view) => view !== current));
              else setParameters(new URLSearchParams(String(chosen).slice(1)), { replace: true });
            }}
          >
            {views.length > 0 && (
              <MenuSection aria-label={text("Saved views")}>
                {views.map((view) => (
                  <MenuItem key={view.query} id={`?${view.query}`} className={item}>
                    {view.name}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
            {views.length > 0 && <Separator className="my-1 border-t border-line" />}
            {current ? (
              <MenuItem id="remove" className={item}>
                {text("Remove this view")}
              </MenuItem>
            ) : (
              <MenuItem id="save" className={item}>
                {text("Save these filters as a view")}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {name !== undefined && (
        <Dialog title={text("Save view")} isOpen onClose={() => setName(undefined)}>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (!name.trim()) return;
              store([...views, { name: name.trim(), query }]);
              setName(undefined);
            }}
          >
            <TextField
              label={text("Name")}
              hint={text("The view is stored in this browser.")}
              value={name}
              onChange={setName}
              maxLength={50}
              autoFocus
            />
            <div className="flex justify-end gap-2">
              <Button onPress={() => setName(undefined)}>{text("Cancel")}</Button>
              <Button kind="primary" type="submit" isDisabled={!name.trim()}>
                {text("Save view")}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

function readViews(key: string): SavedView[] {
  try {
    const stored = JSON.parse(window.localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

import { useEffect, useRef, useSyncExternalStore } from "react";
import { t } from "../texts/texts.ts";
import type { SlashMenuStore } from "./slash-menu.ts";

/** Id of the selected option, for `aria-activedescendant` of the editor. */
export const optionId = (menuId: string, index: number) => `${menuId}-${index}`;

/** The menu of blocks after a slash. The focus stays in the text. */
export function SlashMenuList({ store, id }: { store: SlashMenuStore; id: string }) {
  const state = useSyncExternalStore(store.subscribe, store.get, () => undefined);
  const listRef = useRef<HTMLDivElement>(null);
  const selected = state?.selected;
  useEffect(() => {
    if (selected !== undefined) listRef.current?.children[selected]?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  if (!state) return null;
  const { commands, rect, choose } = state;
  const isBelow = !rect || rect.bottom + 320 < window.innerHeight || rect.top < 320;
  const place = {
    left: Math.max(8, Math.min(rect?.left ?? 0, window.innerWidth - 288)),
    ...(isBelow ? { top: (rect?.bottom ?? 0) + 6 } : { bottom: window.innerHeight - (rect?.top ?? 0) + 6 }),
  };
  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label={t("Blocks")}
      tabIndex={0}
      className="editor-menu"
      style={place}
    >
      {commands.length === 0 && <p className="editor-menu-empty">{t("No block has this name.")}</p>}
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
        <div
          key={command.name}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === state.selected}
          className="editor-menu-item"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
        >
          <command.icon aria-hidden="true" size={18} />
          {t(command.label)}
        </div>
      ))}
    </div>
  );
}

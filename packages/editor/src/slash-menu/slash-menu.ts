import { type Editor, Extension, type Range } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";
import { Suggestion } from "@tiptap/suggestion";
import { type BlockCommand, findBlockCommands } from "../blocks/block-commands.ts";

/** The open menu. */
export interface SlashMenuState {
  readonly commands: readonly BlockCommand[];
  readonly selected: number;
  /** Where the menu is shown, in the viewport. */
  readonly rect: DOMRect | null;
  choose(command: BlockCommand): void;
}

/** State of the menu that typing a slash opens. */
export interface SlashMenuStore {
  /** `undefined` while it is closed. */
  get(): SlashMenuState | undefined;
  set(state: SlashMenuState | undefined): void;
  subscribe(listener: () => void): () => void;
  /** Runs a command in place of the text after the slash. */
  run(editor: Editor, range: Range, command: BlockCommand): void;
}

export function createSlashMenuStore(run: SlashMenuStore["run"]): SlashMenuStore {
  let state: SlashMenuState | undefined;
  const listeners = new Set<() => void>();
  return {
    run,
    get: () => state,
    set(next) {
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Opens the menu after a slash at the start of a word; arrows and Enter choose. */
export const slashMenu = (store: SlashMenuStore) =>
  Extension.create({
    name: "slashMenu",
    addProseMirrorPlugins() {
      return [
        Suggestion<BlockCommand, BlockCommand>({
          editor: this.editor,
          pluginKey: new PluginKey("slashMenu"),
          char: "/",
          allow: ({ state }) => !state.selection.$from.parent.type.spec.code,
          items: ({ query }) => findBlockCommands(query),
          command: ({ editor, range, props }) => store.run(editor, range, props),
          render: () => ({
            onStart: ({ items, clientRect, command }) =>
              store.set({ commands: items, selected: 0, rect: clientRect?.() ?? null, choose: command }),
            onUpdate: ({ items, clientRect, command }) =>
              store.set({ commands: items, selected: 0, rect: clientRect?.() ?? null, choose: command }),
            onExit: () => store.set(undefined),
            onKeyDown: ({ event }) => handleKey(store, event.key),
          }),
        }),
      ];
    },
  });

function handleKey(store: SlashMenuStore, key: string): boolean {
  const state = store.get();
  if (!state || state.commands.length === 0) return false;
  const { commands, selected } = state;
  const move = (step: number) => {
    store.set({ ...state, selected: (selected + step + commands.length) % commands.length });
    return true;
  };
  switch (key) {
    case "ArrowDown":
      return move(1);
    case "ArrowUp":
      return move(-1);
    case "Enter":
    case "Tab":
      state.choose(commands[selected]!);
      return true;
    default:
      return false;
  }
}

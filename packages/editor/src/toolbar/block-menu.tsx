import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Ellipsis } from "lucide-react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { blockCommands } from "../blocks/block-commands.ts";
import { blockName } from "../blocks/block-names.ts";
import { t } from "../texts/texts.ts";
import { deleteBlock, duplicateBlock, moveBlock, topLevelBlock } from "./block-moves.ts";

const actions = {
  up: { label: "Move up", command: moveBlock(-1) },
  down: { label: "Move down", command: moveBlock(1) },
  duplicate: { label: "Duplicate", command: duplicateBlock },
  delete: { label: "Delete", command: deleteBlock },
} as const;
type ActionName = keyof typeof actions;

/** What a block of text can be turned into. */
const targets = blockCommands.filter(({ name }) =>
  /^(?:PARAGRAPH|HEADING_\d|BULLETED_LIST|ORDERED_LIST|CHECKBOX_LIST|BLOCKQUOTE|CODE_BLOCK)$/.test(name),
);
const textual = /^(?:PARAGRAPH|HEADING|BULLETED_LIST|ORDERED_LIST|CHECKBOX_LIST|BLOCKQUOTE|CODE_BLOCK)$/;

/** The menu of the block that contains the cursor: turn into, move, duplicate, delete. */
export function BlockMenu({ editor, onShortcuts }: { editor: Editor; onShortcuts(): void }) {
  const type = useEditorState({
    editor,
    selector: ({ editor: current }) => topLevelBlock(current.state)?.node.type.name ?? "PARAGRAPH",
  });
  return (
    <MenuTrigger>
      <Button className="editor-tool" aria-label={t("Block actions")}>
        <Ellipsis aria-hidden="true" size={18} />
      </Button>
      <Popover className="editor-popover">
        <Menu
          className="editor-popover-menu"
          onAction={(id) => {
            const action = actions[id as ActionName];
            if (id === "shortcuts") onShortcuts();
            else if (action) {
              action.command(editor.state, editor.view.dispatch);
              editor.commands.focus();
            } else targets.find(({ name }) => name === id)?.run(editor);
          }}
        >
          <MenuSection aria-label={t(blockName(type))}>
            {Object.entries(actions).map(([name, action]) => (
              <MenuItem key={name} id={name} className="editor-menu-item">
                {t(action.label)}
              </MenuItem>
            ))}
          </MenuSection>
          {textual.test(type) && (
            <MenuSection>
              <Header className="editor-menu-header">{t("Turn into")}</Header>
              {targets.map(({ name, label: target, icon: Icon }) => (
                <MenuItem key={name} id={name} className="editor-menu-item" textValue={t(target)}>
                  <Icon aria-hidden="true" size={18} />
                  {t(target)}
                </MenuItem>
              ))}
            </MenuSection>
          )}
          <MenuItem id="shortcuts" className="editor-menu-item">
            {t("Keyboard shortcuts")}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

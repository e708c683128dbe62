import { inlineCodeFontFamily } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  Bold,
  Code,
  Italic,
  Link,
  type LucideIcon,
  Plus,
  Redo2,
  Strikethrough,
  Subscript,
  Superscript,
  Underline,
  Undo2,
} from "lucide-react";
import {
  Toolbar as AriaToolbar,
  Button,
  Group,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
  ToggleButton,
} from "react-aria-components";
import { type BlockCommand, blockCommands } from "../blocks/block-commands.ts";
import { t } from "../texts/texts.ts";
import { BlockMenu } from "./block-menu.tsx";
import { CalloutMenu, TableMenu } from "./context-menus.tsx";

const marks: readonly { type: string; label: string; keys: string; icon: LucideIcon }[] = [
  { type: "BOLD", label: "Bold", keys: "Control+B", icon: Bold },
  { type: "ITALIC", label: "Italic", keys: "Control+I", icon: Italic },
  { type: "UNDERLINE", label: "Underline", keys: "Control+U", icon: Underline },
  { type: "STRIKETHROUGH", label: "Strikethrough", keys: "Control+Shift+S", icon: Strikethrough },
  { type: "FONT_FAMILY", label: "Code", keys: "Control+E", icon: Code },
  { type: "SUPERSCRIPT", label: "Superscript", keys: "", icon: Superscript },
  { type: "SUBSCRIPT", label: "Subscript", keys: "", icon: Subscript },
];

const code = { data: { type: "FONT_FAMILY", fontFamilyData: { value: inlineCodeFontFamily } } };

/** Props of {@link Toolbar}. */
export interface ToolbarProps {
  editor: Editor;
  onBlock(command: BlockCommand): void;
  onLink(): void;
  /** Shows the keys of the editor. */
  onShortcuts(): void;
}

/** The buttons above the text: one stop of the Tab key, arrows within. */
export function Toolbar({ editor, onBlock, onLink, onShortcuts }: ToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: marks.filter(({ type }) => current.isActive(type)).map(({ type }) => type),
      isLink: current.isActive("LINK"),
      isInTable: current.isActive("TABLE"),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  return (
    <AriaToolbar className="editor-toolbar" aria-label={t("Formatting")}>
      <MenuTrigger>
        <Button className="editor-tool" aria-label={t("Add a block")}>
          <Plus aria-hidden="true" size={18} />
        </Button>
        <Popover className="editor-popover">
          <Menu
            className="editor-popover-menu"
            items={blockCommands.map((command) => ({ ...command, id: command.name }))}
            onAction={(id) => onBlock(blockCommands.find(({ name }) => name === id)!)}
          >
            {({ label, icon: Icon }) => (
              <MenuItem className="editor-menu-item" textValue={t(label)}>
                <Icon aria-hidden="true" size={18} />
                {t(label)}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Separator orientation="vertical" className="editor-separator" />
      <Group className="editor-tools" aria-label={t("Text")}>
        {marks.map(({ type, label, keys, icon: Icon }) => (
          <ToggleButton
            key={type}
            className="editor-tool"
            aria-label={t(label)}
            {...(keys && { "aria-keyshortcuts": keys })}
            isSelected={state.active.includes(type)}
            onChange={() =>
              editor
                .chain()
                .focus()
                .toggleMark(type, type === "FONT_FAMILY" ? code : {})
                .run()
            }
          >
            <Icon aria-hidden="true" size={18} />
          </ToggleButton>
        ))}
        <ToggleButton className="editor-tool" aria-label={t("Link")} isSelected={state.isLink} onChange={onLink}>
          <Link aria-hidden="true" size={18} />
        </ToggleButton>
      </Group>
      <BlockMenu editor={editor} onShortcuts={onShortcuts} />
      <CalloutMenu editor={editor} />
      {state.isInTable && <TableMenu editor={editor} />}
      <Separator orientation="vertical" className="editor-separator" />
      <Group className="editor-tools" aria-label={t("History")}>
        <Button
          className="editor-tool"
          aria-label={t("Undo")}
          isDisabled={!state.canUndo}
          onPress={() => editor.chain().focus().undo().run()}
        >
          <Undo2 aria-hidden="true" size={18} />
        </Button>
        <Button
          className="editor-tool"
          aria-label={t("Redo")}
          isDisabled={!state.canRedo}
          onPress={() => editor.chain().focus().redo().run()}
        >
          <Redo2 aria-hidden="true" size={18} />
        </Button>
      </Group>
    </AriaToolbar>
  );
}

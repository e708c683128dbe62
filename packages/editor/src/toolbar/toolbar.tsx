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
import { TableButtons } from "./table-buttons.tsx";

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
}

/** The buttons above the text: one stop of the Tab key, arrows within. */
export function Toolbar({ editor, onBlock, onLink }: ToolbarProps) {
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
    <AriaToolbar className="editor-toolbar" aria-label="Formatting">
      <MenuTrigger>
        <Button className="editor-tool" aria-label="Add a block">
          <Plus aria-hidden="true" size={18} />
        </Button>
        <Popover className="editor-popover">
          <Menu
            className="editor-popover-menu"
            items={blockCommands.map((command) => ({ ...command, id: command.name }))}
            onAction={(id) => onBlock(blockCommands.find(({ name }) => name === id)!)}
          >
            {({ label, icon: Icon }) => (
              <MenuItem className="editor-menu-item" textValue={label}>
                <Icon aria-hidden="true" size={18} />
                {label}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Separator orientation="vertical" className="editor-separator" />
      <Group className="editor-tools" aria-label="Text">
        {marks.map(({ type, label, keys, icon: Icon }) => (
          <ToggleButton
            key={type}
            className="editor-tool"
            aria-label={label}
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
        <ToggleButton className="editor-tool" aria-label="Link" isSelected={state.isLink} onChange={onLink}>
          <Link aria-hidden="true" size={18} />
        </ToggleButton>
      </Group>
      {state.isInTable && <TableButtons editor={editor} />}
      <Separator orientation="vertical" className="editor-separator" />
      <Group className="editor-tools" aria-label="History">
        <Button
          className="editor-tool"
          aria-label="Undo"
          isDisabled={!state.canUndo}
          onPress={() => editor.chain().focus().undo().run()}
        >
          <Undo2 aria-hidden="true" size={18} />
        </Button>
        <Button
          className="editor-tool"
          aria-label="Redo"
          isDisabled={!state.canRedo}
          onPress={() => editor.chain().focus().redo().run()}
        >
          <Redo2 aria-hidden="true" size={18} />
        </Button>
      </Group>
    </AriaToolbar>
  );
}

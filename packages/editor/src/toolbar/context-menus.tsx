import { calloutKinds } from "@porchlight/contract/blog/rich-content/callouts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { activeCallout, calloutNames, removeCallout, setCallout } from "../schema/callouts.ts";
import { t } from "../texts/texts.ts";

interface ContextMenuProps {
  label: string;
  /** The labels are English. */
  commands: readonly { id: string; label: string }[];
  /** The checked command. Absent: none can be checked. */
  selected?: string;
  onAction(id: string): void;
}

/** A menu in the toolbar for the block that contains the cursor. */
function ContextMenu({ label, commands, selected, onAction }: ContextMenuProps) {
  return (
    <>
      <Separator orientation="vertical" className="editor-separator" />
      <MenuTrigger>
        <Button className="editor-tool" data-kind="text">
          {label}
        </Button>
        <Popover className="editor-popover">
          <Menu
            className="editor-popover-menu"
            items={commands}
            {...(selected && { selectionMode: "single", selectedKeys: [selected] })}
            onAction={(id) => onAction(String(id))}
          >
            {(command) => (
              <MenuItem className="editor-menu-item" textValue={t(command.label)}>
                {t(command.label)}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}

const calloutCommands = [
  ...calloutKinds.map((kind) => ({ id: kind, label: calloutNames[kind] })),
  { id: "remove", label: "Remove callout" },
];

/** The menu of the callout that contains the cursor: its kind, and removing it. */
export function CalloutMenu({ editor }: { editor: Editor }) {
  const kind = useEditorState({ editor, selector: ({ editor: current }) => activeCallout(current.state) });
  if (!kind) return null;
  return (
    <ContextMenu
      label={t("Callout")}
      commands={calloutCommands}
      selected={kind}
      onAction={(id) => {
        const chosen = calloutKinds.find((one) => one === id);
        (chosen ? setCallout(chosen) : removeCallout)(editor.state, editor.view.dispatch);
        editor.commands.focus();
      }}
    />
  );
}

const tableCommands: readonly { id: string; label: string; run(editor: Editor): void }[] = [
  { id: "rowBefore", label: "Insert row above", run: (editor) => editor.chain().focus().addRowBefore().run() },
  { id: "rowAfter", label: "Insert row below", run: (editor) => editor.chain().focus().addRowAfter().run() },
  {
    id: "columnBefore",
    label: "Insert column before",
    run: (editor) => editor.chain().focus().addColumnBefore().run(),
  },
  { id: "columnAfter", label: "Insert column after", run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { id: "headerRow", label: "Header row", run: (editor) => toggleHeader(editor, "rowHeader") },
  { id: "headerColumn", label: "Header column", run: (editor) => toggleHeader(editor, "columnHeader") },
  { id: "merge", label: "Merge or split cells", run: (editor) => editor.chain().focus().mergeOrSplit().run() },
  { id: "deleteRow", label: "Delete row", run: (editor) => editor.chain().focus().deleteRow().run() },
  { id: "deleteColumn", label: "Delete column", run: (editor) => editor.chain().focus().deleteColumn().run() },
  { id: "deleteTable", label: "Delete table", run: (editor) => editor.chain().focus().deleteTable().run() },
];

function toggleHeader(editor: Editor, name: "rowHeader" | "columnHeader"): void {
  const isSet = editor.getAttributes("TABLE")[name] === true;
  editor
    .chain()
    .focus()
    .updateAttributes("TABLE", { [name]: !isSet })
    .run();
}

/** The menu of the table that contains the cursor. */
export const TableMenu = ({ editor }: { editor: Editor }) => (
  <ContextMenu
    label={t("Table")}
    commands={tableCommands}
    onAction={(id) => tableCommands.find((command) => command.id === id)?.run(editor)}
  />
);

import type { Editor } from "@tiptap/core";
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";

const commands: readonly { id: string; label: string; run(editor: Editor): void }[] = [
  { id: "rowBefore", label: "Insert row above", run: (editor) => editor.chain().focus().addRowBefore().run() },
  { id: "rowAfter", label: "Insert row below", run: (editor) => editor.chain().focus().addRowAfter().run() },
  {
    id: "columnBefore",
    label: "Insert column before",
    run: (editor) => editor.chain().focus().addColumnBefore().run(),
  },
  { id: "columnAfter", label: "Insert column after", run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { id: "headerRow", label: "Header row", run: (editor) => toggle(editor, "rowHeader") },
  { id: "headerColumn", label: "Header column", run: (editor) => toggle(editor, "columnHeader") },
  { id: "merge", label: "Merge or split cells", run: (editor) => editor.chain().focus().mergeOrSplit().run() },
  { id: "deleteRow", label: "Delete row", run: (editor) => editor.chain().focus().deleteRow().run() },
  { id: "deleteColumn", label: "Delete column", run: (editor) => editor.chain().focus().deleteColumn().run() },
  { id: "deleteTable", label: "Delete table", run: (editor) => editor.chain().focus().deleteTable().run() },
];

function toggle(editor: Editor, name: "rowHeader" | "columnHeader"): void {
  const isSet = editor.getAttributes("TABLE")[name] === true;
  editor
    .chain()
    .focus()
    .updateAttributes("TABLE", { [name]: !isSet })
    .run();
}

/** The menu of the table that contains the cursor. */
export function TableButtons({ editor }: { editor: Editor }) {
  return (
    <>
      <Separator orientation="vertical" className="editor-separator" />
      <MenuTrigger>
        <Button className="editor-tool" data-kind="text">
          Table
        </Button>
        <Popover className="editor-popover">
          <Menu
            className="editor-popover-menu"
            items={commands}
            onAction={(id) => commands.find((command) => command.id === id)?.run(editor)}
          >
            {({ label }) => (
              <MenuItem className="editor-menu-item" textValue={label}>
                {label}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}

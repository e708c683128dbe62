import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { Bold, Braces, Italic, Link, List, ListOrdered, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  Toolbar as AriaToolbar,
  Button,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  ToggleButton,
} from "react-aria-components";
import { renderAfterMount } from "../render-after-mount.tsx";
import { t } from "../texts/texts.ts";
import { LinkDialog } from "../toolbar/link-dialog.tsx";
import { simpleExtensions } from "./simple-extensions.ts";

export { setEditorLanguage, setEditorTexts } from "../texts/texts.ts";

/** Props of {@link SimpleHtmlEditor}. */
export interface SimpleHtmlEditorProps {
  /** HTML with paragraphs, lists, links, bold and italic text. Other values than the edited one replace it. */
  html: string;
  /** Name of the text field for assistive technology. */
  label: string;
  /** Id of the element that describes the text field, such as its error. */
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
  /** Placeholders such as `{name}` that the toolbar inserts. */
  variables?: readonly { name: string; label: string }[] | undefined;
  /** Called after each edit. */
  onChange(html: string): void;
}

const tools: readonly { name: string; label: string; keys: string; icon: LucideIcon; run(editor: Editor): void }[] = [
  {
    name: "bold",
    label: "Bold",
    keys: "Control+B",
    icon: Bold,
    run: (editor) => editor.chain().focus().toggleMark("bold").run(),
  },
  {
    name: "italic",
    label: "Italic",
    keys: "Control+I",
    icon: Italic,
    run: (editor) => editor.chain().focus().toggleMark("italic").run(),
  },
  {
    name: "bulletList",
    label: "Bulleted list",
    keys: "Control+Shift+8",
    icon: List,
    run: (editor) => editor.chain().focus().toggleList("bulletList", "listItem").run(),
  },
  {
    name: "orderedList",
    label: "Numbered list",
    keys: "Control+Shift+7",
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleList("orderedList", "listItem").run(),
  },
];

/** Edits a short text with little markup, such as the body of an email. */
export const SimpleHtmlEditor = renderAfterMount(MountedEditor);

function MountedEditor({
  html,
  label,
  describedBy,
  isInvalid = false,
  variables = [],
  onChange,
}: SimpleHtmlEditorProps) {
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ html, onChange });
  latest.current.onChange = onChange;
  const editor = useEditor({
    extensions: simpleExtensions,
    content: html,
    immediatelyRender: true,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: "editor-text", role: "textbox", "aria-multiline": "true", "aria-label": label },
      handleKeyDown: (_view, { altKey, key }) => {
        if (!altKey || key !== "F10") return false;
        frame.current?.querySelector<HTMLElement>("[role=toolbar] button")?.focus();
        return true;
      },
    },
    onUpdate: ({ editor: updated }) => {
      latest.current.html = updated.getHTML();
      latest.current.onChange(latest.current.html);
    },
  });
  useEffect(() => {
    if (latest.current.html === html) return;
    latest.current.html = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-invalid", String(isInvalid));
    if (describedBy === undefined) dom.removeAttribute("aria-describedby");
    else dom.setAttribute("aria-describedby", describedBy);
  }, [editor, describedBy, isInvalid]);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      [...tools.map(({ name }) => name), "LINK"].filter((name) => current.isActive(name)),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the toolbar returns to the text
    <div
      ref={frame}
      className="editor editor-framed editor-simple"
      data-invalid={isInvalid || undefined}
      onKeyDown={({ key, target }) => {
        if (key === "Escape" && (target as Element).closest("[role=toolbar]")) editor.commands.focus();
      }}
    >
      <AriaToolbar className="editor-toolbar" aria-label={t("Formatting")}>
        {tools.map(({ name, label: toolLabel, keys, icon: Icon, run }) => (
          <ToggleButton
            key={name}
            className="editor-tool"
            aria-label={t(toolLabel)}
            aria-keyshortcuts={keys}
            isSelected={active.includes(name)}
            onChange={() => run(editor)}
          >
            <Icon aria-hidden="true" size={18} />
          </ToggleButton>
        ))}
        <ToggleButton
          className="editor-tool"
          aria-label={t("Link")}
          isSelected={active.includes("LINK")}
          onChange={() => setIsLinkOpen(true)}
        >
          <Link aria-hidden="true" size={18} />
        </ToggleButton>
        {variables.length > 0 && (
          <MenuTrigger>
            <Button className="editor-tool" aria-label={t("Insert a variable")}>
              <Braces aria-hidden="true" size={18} />
            </Button>
            <Popover className="editor-popover">
              <Menu
                className="editor-popover-menu"
                items={variables.map((variable) => ({ ...variable, id: variable.name }))}
                onAction={(name) =>
                  editor
                    .chain()
                    .focus()
                    .insertContent({ type: "text", text: `{${name}}` })
                    .run()
                }
              >
                {({ name, label: variableLabel }) => (
                  <MenuItem className="editor-menu-item" textValue={variableLabel}>
                    {variableLabel}
                    <code>{`{${name}}`}</code>
                  </MenuItem>
                )}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
      </AriaToolbar>
      <EditorContent editor={editor} />
      {isLinkOpen && <LinkDialog editor={editor} onClose={() => setIsLinkOpen(false)} />}
    </div>
  );
}

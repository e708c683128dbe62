import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Editor } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { AllSelection, TextSelection } from "@tiptap/pm/state";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import type { BlockCommand } from "./blocks/block-commands.ts";
import { BlockDialog } from "./blocks/block-dialog.tsx";
import { blockForms, createBlock } from "./blocks/block-forms.ts";
import { readDocument } from "./document/read-document.ts";
import { writeDocument } from "./document/write-document.ts";
import { EditorContext } from "./editor-context.ts";
import { editorExtensions } from "./editor-extensions.ts";
import { createSchema } from "./schema/schema.ts";
import type { NodeSource } from "./schema/source-attribute.ts";
import { createSlashMenuStore, type SlashMenuStore } from "./slash-menu/slash-menu.ts";
import { SlashMenuList } from "./slash-menu/slash-menu-list.tsx";
import { LinkDialog } from "./toolbar/link-dialog.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";
import { imagesOf, insertImages } from "./uploads/insert-images.ts";
import { createUploadStore, type UploadFile, type UploadStore } from "./uploads/upload-store.ts";

/** Props of {@link RichContentEditor}. */
export interface RichContentEditorProps {
  /** The document to edit. Later values replace the edited one only if they are different objects. */
  content: RichContent;
  /** Name of the text field for assistive technology. */
  label: string;
  placeholder?: string | undefined;
  /** Called after each edit. `getContent` converts the document, which is worthwhile only when it is saved. */
  onChange(getContent: () => RichContent): void;
  /** Stores images that are chosen, dropped or pasted. Absent: images cannot be added. */
  uploadFile?: UploadFile | undefined;
}

type OpenDialog = { type: string; position?: number; source?: NodeSource };

/** Edits rich content without loss: everything that it does not show is saved as it was read. */
export function RichContentEditor({ content, label, placeholder, onChange, uploadFile }: RichContentEditorProps) {
  const menuId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const [uploads] = useState<UploadStore | undefined>(() => uploadFile && createUploadStore(uploadFile));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const latest = useRef({ onChange, content });
  latest.current = { onChange, content };

  function runCommand(editor: Editor, command: BlockCommand): void {
    const request = command.run(editor);
    if (!request) return;
    if ("dialog" in request) setDialog({ type: request.dialog });
    else fileInput.current?.click();
  }
  const [menu] = useState<SlashMenuStore>(() =>
    createSlashMenuStore((editor, range, command) => {
      editor.chain().focus().deleteRange(range).run();
      runCommand(editor, command);
    }),
  );

  const editor = useEditor({
    extensions: useState(() => editorExtensions(placeholder ?? "", menu))[0],
    content: useState(() => readDocument(createSchema(), content).toJSON())[0],
    immediatelyRender: true,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: "editor-text site-prose", role: "textbox", "aria-multiline": "true", "aria-label": label },
      // Chromium leaves everything selected after a click on an empty paragraph.
      handleClick: (view, position) => {
        const { selection, doc, tr } = view.state;
        if (!(selection instanceof AllSelection)) return false;
        view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position))));
        return true;
      },
      handleDrop: (view, event) => {
        const images = imagesOf(event.dataTransfer);
        if (!uploads || images.length === 0) return false;
        insertImages(editor, uploads, images, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
      handlePaste: (_view, event) => {
        const images = imagesOf(event.clipboardData);
        if (!uploads || images.length === 0 || event.clipboardData?.types.includes("text/html")) return false;
        insertImages(editor, uploads, images);
        return true;
      },
    },
    onUpdate: ({ editor: updated }) => {
      const document = updated.state.doc;
      latest.current.onChange(() => ({ ...latest.current.content, nodes: writeDocument(document) }));
    },
  });
  useReplacedContent(editor, content);
  useEffect(() => () => uploads?.close(), [uploads]);
  useMenuAttributes(editor, menu, menuId);

  return (
    <EditorContext
      value={{
        uploads,
        editBlock: (position) => {
          const node = editor.state.doc.nodeAt(position);
          if (node && blockForms[node.type.name])
            setDialog({ type: node.type.name, position, source: node.attrs.source });
        },
      }}
    >
      <div className="editor">
        <Toolbar
          editor={editor}
          onBlock={(command) => runCommand(editor, command)}
          onLink={() => setIsLinkOpen(true)}
        />
        <EditorContent editor={editor} />
        <SlashMenuList store={menu} id={menuId} />
        <input
          ref={fileInput}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            if (uploads) insertImages(editor, uploads, [...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        {dialog && (
          <BlockDialog
            {...dialog}
            onClose={() => setDialog(undefined)}
            onSave={(values) => {
              saveBlock(editor, dialog, values);
              setDialog(undefined);
            }}
          />
        )}
        {isLinkOpen && <LinkDialog editor={editor} onClose={() => setIsLinkOpen(false)} />}
      </div>
    </EditorContext>
  );
}

function saveBlock(editor: Editor, { type, position, source }: OpenDialog, values: Record<string, string>): void {
  if (position === undefined) {
    editor
      .chain()
      .focus()
      .insertContent({ type, attrs: { source: createBlock(type, values) } })
      .run();
    return;
  }
  const node = editor.state.doc.nodeAt(position);
  if (node?.type.name !== type || !source) return;
  const changed = blockForms[type]!.write(source, values);
  editor.view.dispatch(editor.state.tr.setNodeMarkup(position, undefined, { ...node.attrs, source: changed }));
}

/** Replaces the edited document if the caller passes another one, for example after a conflict. */
function useReplacedContent(editor: Editor, content: RichContent): void {
  const shown = useRef(content);
  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    const document = Node.fromJSON(editor.schema, readDocument(editor.schema, content).toJSON());
    const { state } = editor;
    editor.view.dispatch(
      state.tr.replaceWith(0, state.doc.content.size, document.content).setMeta("preventUpdate", true),
    );
  }, [editor, content]);
}

/** The text field controls the block menu while it is open. Source: WAI-ARIA, combobox pattern. */
function useMenuAttributes(editor: Editor, menu: SlashMenuStore, menuId: string): void {
  const state = useSyncExternalStore(menu.subscribe, menu.get, () => undefined);
  const isOpen = state !== undefined;
  const active = state && state.commands.length > 0 ? `${menuId}-${state.selected}` : undefined;
  useEffect(() => {
    const { dom } = editor.view;
    if (isOpen) dom.setAttribute("aria-controls", menuId);
    else dom.removeAttribute("aria-controls");
    if (active) dom.setAttribute("aria-activedescendant", active);
    else dom.removeAttribute("aria-activedescendant");
  }, [editor, isOpen, active, menuId]);
}

import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Editor } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { AllSelection, TextSelection } from "@tiptap/pm/state";
import { EditorContent, useEditor } from "@tiptap/react";
import { lazy, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import type { BlockCommand } from "./blocks/block-commands.ts";
import { blockForms, createBlock } from "./blocks/block-forms.ts";
import { readDocument } from "./document/read-document.ts";
import { writeDocument } from "./document/write-document.ts";
import { EditorContext } from "./editor-context.ts";
import { editorExtensions } from "./editor-extensions.ts";
import { loadPasteConverter } from "./paste/paste-handling.ts";
import { renderAfterMount } from "./render-after-mount.tsx";
import { createSchema } from "./schema/schema.ts";
import type { NodeSource } from "./schema/source-attribute.ts";
import { createSlashMenuStore, type SlashMenuStore } from "./slash-menu/slash-menu.ts";
import { SlashMenuList } from "./slash-menu/slash-menu-list.tsx";
import { LinkDialog } from "./toolbar/link-dialog.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";
import type { FileSources } from "./uploads/file-button.tsx";
import { insertImages, insertStoredImages } from "./uploads/insert-images.ts";
import { createUploadStore, type UploadStore } from "./uploads/upload-store.ts";

const loadBlockDialog = () => import("./blocks/block-dialog.tsx");
const loadGalleryDialog = () => import("./blocks/gallery-dialog.tsx");
const loadShortcutsDialog = () => import("./toolbar/shortcuts-dialog.tsx");
const BlockDialog = lazy(loadBlockDialog);
const GalleryDialog = lazy(loadGalleryDialog);
const ShortcutsDialog = lazy(loadShortcutsDialog);

/** Props of {@link RichContentEditor}. */
export interface RichContentEditorProps extends FileSources {
  /** The document to edit. Later values replace the edited one only if they are different objects. */
  content: RichContent;
  /** Name of the text field for assistive technology. */
  label: string;
  placeholder?: string | undefined;
  /** Language and direction of the text. Default: those of the page. */
  script?: { lang: string; dir: "ltr" | "rtl" } | undefined;
  /** Whether the document can be read only. Default: false. */
  isReadOnly?: boolean | undefined;
  /** Called after each edit. `getContent` converts the document, which is worthwhile only when it is saved. */
  onChange(getContent: () => RichContent): void;
  /** Of an editor that is a field of a form, which gets a frame. */
  field?: { id: string; describedBy: string | undefined; isInvalid: boolean } | undefined;
  /** Shows where to crop an image of this server. Absent: it cannot be changed. */
  editFocalPoint?: ((fileId: string) => void) | undefined;
}

/** The type of a block, or `shortcuts`. */
type OpenDialog = { type: string; position?: number; source?: NodeSource };

/** Edits rich content without loss: everything that it does not show is saved as it was read. */
export const RichContentEditor = renderAfterMount(MountedEditor);

function MountedEditor(props: RichContentEditorProps) {
  const { content, label, placeholder, onChange, uploadFile, chooseFiles, editFocalPoint, field } = props;
  const { isReadOnly = false } = props;
  const menuId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [uploads] = useState<UploadStore | undefined>(() => uploadFile && createUploadStore(uploadFile));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [note, setNote] = useState<string>();
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const latest = useRef({ onChange, content, chooseFiles });
  latest.current = { onChange, content, chooseFiles };

  function runCommand(editor: Editor, command: BlockCommand): void {
    const request = command.run(editor);
    if (!request) return;
    const choose = latest.current.chooseFiles;
    if ("dialog" in request) setDialog({ type: request.dialog });
    else if (choose) void choose(request.file, true).then((files) => insertStoredImages(editor, files));
    else fileInput.current?.click();
  }
  const [menu] = useState<SlashMenuStore>(() =>
    createSlashMenuStore((editor, range, command) => {
      editor.chain().focus().deleteRange(range).run();
      runCommand(editor, command);
    }),
  );

  const editor = useEditor({
    extensions: useState(() => editorExtensions(placeholder ?? "", menu, { uploads, onNote: setNote }))[0],
    content: useState(() => readDocument(createSchema(), content).toJSON())[0],
    editable: !isReadOnly,
    immediatelyRender: true,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: "editor-text site-prose", role: "textbox", "aria-multiline": "true", "aria-label": label },
      // The toolbar and, on phones, the navigation of the page cover the edges of the window.
      scrollMargin: { top: 80, right: 5, bottom: 96, left: 5 },
      scrollThreshold: { top: 64, right: 0, bottom: 80, left: 0 },
      // The shortcut for the toolbar of an editor; Escape returns to the text.
      handleKeyDown: (_view, { altKey, ctrlKey, metaKey, key }) => {
        if (key === "/" && (ctrlKey || metaKey)) {
          setDialog({ type: "shortcuts" });
          return true;
        }
        if (!altKey || key !== "F10") return false;
        frame.current?.querySelector<HTMLElement>("[role=toolbar] button:not([disabled])")?.focus();
        return true;
      },
      // Chromium leaves everything selected after a click on an empty paragraph.
      handleClick: (view, position) => {
        const { selection, doc, tr } = view.state;
        if (!(selection instanceof AllSelection)) return false;
        view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position))));
        return true;
      },
    },
    onUpdate: ({ editor: updated, transaction }) => {
      // A note about a paste stays until the next edit.
      if (!transaction.getMeta("paste") && transaction.getMeta("addToHistory") !== false) setNote(undefined);
      const document = updated.state.doc;
      latest.current.onChange(() => ({ ...latest.current.content, nodes: writeDocument(document) }));
    },
  });
  useReplacedContent(editor, content);
  useEffect(() => editor.setEditable(!isReadOnly, false), [editor, isReadOnly]);
  useEffect(() => () => uploads?.close(), [uploads]);
  useMenuAttributes(editor, menu, menuId);
  useFieldAttributes(editor, field);
  // The dialogs and pasting also work once the connection is lost.
  useEffect(
    () =>
      void Promise.allSettled([loadBlockDialog(), loadGalleryDialog(), loadShortcutsDialog(), loadPasteConverter()]),
    [],
  );

  return (
    <EditorContext
      value={{
        uploads,
        isReadOnly,
        editFocalPoint,
        editBlock: (position) => {
          const node = editor.state.doc.nodeAt(position);
          if (node && (blockForms[node.type.name] || node.type.name === "GALLERY"))
            setDialog({ type: node.type.name, position, source: node.attrs.source });
        },
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape in the toolbar returns to the text */}
      <div
        ref={frame}
        className={`editor${field ? " editor-framed" : ""}`}
        data-invalid={field?.isInvalid || undefined}
        // The form of a dialog must not submit the form around the editor.
        onSubmit={(event) => event.stopPropagation()}
        onKeyDown={({ key, target }) => {
          if (key === "Escape" && (target as Element).closest("[role=toolbar]")) editor.commands.focus();
        }}
      >
        {!isReadOnly && (
          <Toolbar
            editor={editor}
            onBlock={(command) => runCommand(editor, command)}
            onLink={() => setIsLinkOpen(true)}
            onShortcuts={() => setDialog({ type: "shortcuts" })}
          />
        )}
        {note && (
          <p role="alert" className="editor-error">
            {note}
          </p>
        )}
        <EditorContent editor={editor} {...props.script} />
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
        <Suspense>
          {dialog?.type === "GALLERY" && (
            <GalleryDialog
              source={dialog.source}
              uploadFile={uploadFile}
              chooseFiles={chooseFiles}
              onClose={() => setDialog(undefined)}
              onSave={(source) => {
                saveSource(editor, dialog, source);
                setDialog(undefined);
              }}
            />
          )}
          {dialog?.type === "shortcuts" && (
            <ShortcutsDialog
              onClose={() => {
                setDialog(undefined);
                editor.commands.focus();
              }}
            />
          )}
          {dialog && dialog.type !== "GALLERY" && dialog.type !== "shortcuts" && (
            <BlockDialog
              {...dialog}
              uploadFile={uploadFile}
              chooseFiles={chooseFiles}
              onClose={() => setDialog(undefined)}
              onSave={(values) => {
                saveBlock(editor, dialog, values);
                setDialog(undefined);
              }}
            />
          )}
        </Suspense>
        {isLinkOpen && <LinkDialog editor={editor} onClose={() => setIsLinkOpen(false)} />}
      </div>
    </EditorContext>
  );
}

function saveBlock(editor: Editor, dialog: OpenDialog, values: Record<string, string>): void {
  const { type, source } = dialog;
  saveSource(editor, dialog, source ? blockForms[type]!.write(source, values) : createBlock(type, values));
}

/** Inserts a block with this source, or changes the block of the dialog. */
function saveSource(editor: Editor, { type, position }: OpenDialog, changed: NodeSource): void {
  if (position === undefined) {
    editor
      .chain()
      .focus()
      .insertContent({ type, attrs: { source: changed } })
      .run();
    return;
  }
  const node = editor.state.doc.nodeAt(position);
  if (node?.type.name !== type) return;
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

function useFieldAttributes(editor: Editor, field: RichContentEditorProps["field"]): void {
  const { id, describedBy, isInvalid } = field ?? {};
  useEffect(() => {
    const attributes = { id, "aria-describedby": describedBy, "aria-invalid": isInvalid || undefined };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) editor.view.dom.removeAttribute(name);
      else editor.view.dom.setAttribute(name, String(value));
    }
  }, [editor, id, describedBy, isInvalid]);
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

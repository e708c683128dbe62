import type { Editor } from "@tiptap/core";
import { newSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import type { UploadedFile, UploadStore } from "./upload-store.ts";

/** The images of a drop or paste. */
export const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));

/** Inserts images at a position, or at the selection, and uploads them. They are saved once uploaded. */
export function insertImages(editor: Editor, uploads: UploadStore, files: readonly File[], position?: number): void {
  const content = files.map((file) => ({
    type: "IMAGE",
    attrs: { upload: uploads.start(file, (id, uploaded) => finishUpload(editor, id, uploaded)) },
  }));
  if (position === undefined) editor.chain().focus().insertContent(content).run();
  else editor.chain().insertContentAt(position, content).focus().run();
}

/** Replaces the placeholder by the stored image. Undo does not bring the placeholder back. */
function finishUpload(editor: Editor, id: string, { url, id: fileId, width, height }: UploadedFile): void {
  if (editor.isDestroyed) return;
  const { state } = editor;
  state.doc.descendants((node, position) => {
    if (node.attrs.upload !== id) return;
    const source: NodeSource = {
      ...newSource("IMAGE"),
      imageData: {
        image: { src: { url, ...(fileId && { id: fileId }) }, ...(width && { width }), ...(height && { height }) },
        altText: "",
      },
    };
    const transaction = state.tr.setNodeMarkup(position, undefined, { ...node.attrs, upload: null, source });
    editor.view.dispatch(transaction.setMeta("addToHistory", false));
    return false;
  });
}

import type { Editor } from "@tiptap/core";
import { createSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import type { ChosenFile, UploadedFile, UploadStore } from "./upload-store.ts";

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
export function finishUpload(editor: Editor, id: string, uploaded: UploadedFile): void {
  if (editor.isDestroyed) return;
  const { state } = editor;
  state.doc.descendants((node, position) => {
    if (node.attrs.upload !== id) return;
    const source = imageSource(uploaded);
    const transaction = state.tr.setNodeMarkup(position, undefined, { ...node.attrs, upload: null, source });
    editor.view.dispatch(transaction.setMeta("addToHistory", false));
    return false;
  });
}

/** Inserts stored images at the selection. */
export function insertStoredImages(editor: Editor, files: readonly ChosenFile[]): void {
  const content = files.map((file) => ({ type: "IMAGE", attrs: { source: imageSource(file) } }));
  if (content.length > 0) editor.chain().focus().insertContent(content).run();
}

function imageSource({ url, id, width, height, altText = "" }: ChosenFile): NodeSource {
  const image = { src: { url, ...(id && { id }) }, ...(width && { width }), ...(height && { height }) };
  return { ...createSource("IMAGE"), imageData: { image, altText } };
}

export { RichContentEditor, type RichContentEditorProps } from "./rich-content-editor.tsx";
export type { UploadedFile, UploadFile, UploadOptions } from "./uploads/upload-store.ts";

export { RichContentEditor, type RichContentEditorProps } from "./rich-content-editor.tsx";
export { type EditorTexts, setEditorLanguage, setEditorTexts } from "./texts/texts.ts";
export type {
  ChooseFiles,
  ChosenFile,
  FileKind,
  UploadedFile,
  UploadFile,
  UploadOptions,
} from "./uploads/upload-store.ts";

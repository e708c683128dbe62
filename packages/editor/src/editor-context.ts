import { createContext, use } from "react";
import type { UploadStore } from "./uploads/upload-store.ts";

/** What the views of blocks use. */
export interface EditorContextValue {
  uploads: UploadStore | undefined;
  isReadOnly: boolean;
  /** Shows where to crop an image. Absent: it cannot be changed. */
  editFocalPoint?: ((fileId: string) => void) | undefined;
  /** Shows the dialog of the block at this position. */
  editBlock(position: number): void;
}

export const EditorContext = createContext<EditorContextValue>({
  uploads: undefined,
  isReadOnly: false,
  editBlock: () => undefined,
});

export const useEditorContext = (): EditorContextValue => use(EditorContext);

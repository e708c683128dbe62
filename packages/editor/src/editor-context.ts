import { createContext, use } from "react";
import type { UploadStore } from "./uploads/upload-store.ts";

/** What the views of blocks use. */
export interface EditorContextValue {
  uploads: UploadStore | undefined;
  /** Shows the dialog of the block at this position. */
  editBlock(position: number): void;
}

export const EditorContext = createContext<EditorContextValue>({ uploads: undefined, editBlock: () => undefined });

export const useEditorContext = (): EditorContextValue => use(EditorContext);

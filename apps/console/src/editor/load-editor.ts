import type { RichContentEditorProps } from "@porchlight/editor";
import type { ComponentType } from "react";
import { lazy } from "react";

let loaded: ComponentType<RichContentEditorProps> | undefined;

/** Loads the editor of rich content. Pages of which it is the main part do so before they are shown. */
export async function loadEditor() {
  const module = await import("./rich-text.tsx");
  loaded = module.default;
  return module;
}

const LazyEditor = lazy(loadEditor);

/** The editor, which suspends until it is loaded. */
export const getEditor = (): ComponentType<RichContentEditorProps> => loaded ?? LazyEditor;

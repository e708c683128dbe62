import type { RichContentEditorProps } from "@porchlight/editor";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useChooseFiles } from "../media/media-picker.tsx";
import { useUploadFile } from "../media/use-upload-file.ts";
import { text } from "../texts/text.ts";
import { getEditor } from "./load-editor.ts";

const FocalPointDialog = lazy(() => import("../media/focal-point-dialog.tsx"));

/** Edits rich content, with files of the media library. The editor is loaded on demand. */
export function ContentEditor(
  props: Omit<RichContentEditorProps, "placeholder" | "uploadFile" | "chooseFiles" | "editFocalPoint">,
) {
  // The same component as long as the editor exists.
  const [RichText] = useState<ComponentType<RichContentEditorProps>>(getEditor);
  const { chooseFiles, picker } = useChooseFiles();
  const uploadFile = useUploadFile();
  const [pointedFile, setPointedFile] = useState<string>();
  return (
    <>
      <Suspense fallback={<div aria-busy className="min-h-60" />}>
        <RichText
          placeholder={text("Start writing, or press / for blocks")}
          uploadFile={uploadFile}
          chooseFiles={chooseFiles}
          editFocalPoint={setPointedFile}
          {...props}
        />
      </Suspense>
      <Suspense>
        {pointedFile && <FocalPointDialog fileId={pointedFile} onClose={() => setPointedFile(undefined)} />}
      </Suspense>
      {picker}
    </>
  );
}

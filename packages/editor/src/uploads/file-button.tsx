import { type ReactNode, useState } from "react";
import { Button, FileTrigger } from "react-aria-components";
import { t } from "../texts/texts.ts";
import type { ChooseFiles, ChosenFile, FileKind, UploadFile } from "./upload-store.ts";

/** Where the files of a block come from. */
export interface FileSources {
  /** Absent: files cannot be uploaded. */
  uploadFile?: UploadFile | undefined;
  /** Lets the writer choose stored files, and upload others. Default: files are uploaded from the device. */
  chooseFiles?: ChooseFiles | undefined;
}

/** Options of {@link useFileButton}. */
export interface FileButtonOptions extends FileSources {
  kind: FileKind;
  allowsMultiple?: boolean;
  label: string;
  /** Called with each file that was chosen or uploaded. */
  onFile(file: ChosenFile): void;
}

/** A button that adds files to a block. Absent if there is no source of files. */
export function useFileButton({ kind, label, allowsMultiple = false, onFile, ...sources }: FileButtonOptions): {
  button: ReactNode;
  isUploading: boolean;
  error: string | undefined;
} {
  const { uploadFile, chooseFiles } = sources;
  const [uploading, setUploading] = useState(0);
  const [error, setError] = useState<string>();

  async function upload(files: FileList | null): Promise<void> {
    for (const file of files ?? []) {
      setUploading((count) => count + 1);
      setError(undefined);
      try {
        const options = { signal: new AbortController().signal, onProgress: () => undefined };
        onFile({ ...(await uploadFile!(file, options)), name: file.name });
      } catch (reason) {
        setError(
          t("{name} was not uploaded.", { name: file.name }) + (reason instanceof Error ? ` ${reason.message}` : ""),
        );
      } finally {
        setUploading((count) => count - 1);
      }
    }
  }
  const button = (onPress?: () => void) => (
    <Button className="editor-button" {...(onPress && { onPress })}>
      {uploading > 0 ? t("Uploading") : label}
    </Button>
  );
  return {
    isUploading: uploading > 0,
    error,
    button: chooseFiles
      ? button(async () => {
          for (const file of await chooseFiles(kind, allowsMultiple)) onFile(file);
        })
      : uploadFile && (
          <FileTrigger
            {...(kind !== "any" && { acceptedFileTypes: [`${kind}/*`] })}
            allowsMultiple={allowsMultiple}
            onSelect={(files) => void upload(files)}
          >
            {button()}
          </FileTrigger>
        ),
  };
}

import type { FormField, InputField } from "@porchlight/contract/forms/form-fields";
import type { UploadFileFormat } from "@porchlight/contract/forms/form-values";
import type { SubmittedFile } from "@porchlight/contract/forms/submission";
import type { MediaType } from "@porchlight/contract/media/media-file";
import { componentOf } from "../definitions/field-options.ts";
import type { Report } from "./value-error.ts";

/** A file that was uploaded for the form and belongs to no other submission. */
export interface UploadedFile {
  displayName: string;
  mediaType: MediaType;
  mimeType: string;
}

const archives: readonly string[] = ["application/zip", "application/gzip"];

/** Ids of the files in a value; anything else is ignored. */
function fileIdsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((file): string[] => {
    const { fileId } = Object(file);
    return typeof fileId === "string" ? [fileId] : [];
  });
}

/** Ids of the files in the values of fields for files. */
export const submittedFileIds = (fields: readonly FormField[], values: Readonly<Record<string, unknown>>): string[] =>
  fields.flatMap(({ inputOptions }) =>
    inputOptions?.inputType === "WIX_FILE" && Object.hasOwn(values, inputOptions.target)
      ? fileIdsOf(values[inputOptions.target])
      : [],
  );

/** @returns The files with their names and types; their URLs are signed when the submission is read. */
export function checkFiles(
  value: unknown,
  field: InputField,
  files: ReadonlyMap<string, UploadedFile>,
  report: Report,
): unknown {
  const ids = fileIdsOf(value);
  if (!Array.isArray(value) || ids.length !== value.length) {
    report("TYPE_ERROR", { type: "files" });
    return value;
  }
  const { fileLimit = 1, uploadFileFormats = [] } = field.wixFileOptions?.validation ?? {};
  const maxItems = componentOf(field) === "SIGNATURE" ? 1 : fileLimit;
  if (ids.length > maxItems) report("MAX_ITEMS_ERROR", { maxItems });
  const formats: readonly UploadFileFormat[] = componentOf(field) === "SIGNATURE" ? ["IMAGE"] : uploadFileFormats;
  return [...new Set(ids)].flatMap((fileId): SubmittedFile[] => {
    const file = files.get(fileId);
    if (!file || (formats.length > 0 && !formats.includes(formatOf(file)))) {
      report("NOT_ALLOWED_VALUE_ERROR", { fileId });
      return [];
    }
    return [{ fileId, displayName: file.displayName, fileType: file.mimeType }];
  });
}

const formatOf = ({ mediaType, mimeType }: UploadedFile): UploadFileFormat =>
  archives.includes(mimeType) ? "ARCHIVE" : mediaType;

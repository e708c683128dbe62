import { isPorchlightError } from "@porchlight/client";
import { maxImageBytes } from "@porchlight/contract/media/media-file";
import type { UploadedFile, UploadFile, UploadOptions } from "@porchlight/editor";
import { useCallback } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { errorText } from "../ui/errors/error-text.ts";
import { formatFileSize } from "./file-properties.ts";
import { putFile, uploadName } from "./put-file.ts";

/** Where an upload goes. */
export interface UploadTarget {
  /** The folder of the library. Default: none. */
  folderId?: string | undefined;
  /** The file that it replaces. */
  replacesFileId?: string | undefined;
}

/** More uploads at once would not be faster, and the server rejects too many. */
const maxConcurrent = 3;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Stores files in the media library, at most three at once, and images scaled if they are too large. Rejects with a
 * sentence for the person.
 */
export function useUploadFile({ folderId, replacesFileId }: UploadTarget = {}): UploadFile {
  const { files } = useConsole().clients.site;
  return useCallback(
    async (chosen, options) => {
      await startUpload(options.signal);
      try {
        const { signal } = options;
        const file = await fitting(chosen, options);
        const { uploadUrl } = await whenAllowed(options, () =>
          files.generateUploadUrl(
            uploadName(file),
            { ...(folderId && { folderId }), ...(replacesFileId && { replacesFileId }) },
            { signal },
          ),
        );
        return await whenAllowed(options, () => sendFile(uploadUrl, file, options, replacesFileId !== undefined));
      } catch (error) {
        throw error instanceof UploadError ? error : new Error(errorText(error), { cause: error });
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
    [files, folderId, replacesFileId],
  );
}

/** The file, or its image scaled if it is too large. Other files are left to the server, which says what is wrong. */
async function fitting(file: File, { signal, onNote }: UploadOptions): Promise<File> {
  if (file.size <= maxImageBytes || !file.type.startsWith("image/")) return file;
  const { scaleImage } = await import("./scale-image.ts");
  const scaled = await scaleImage(file);
  signal.throwIfAborted();
  if (scaled && "maxPixels" in scaled) throw new UploadError(pixelsText(scaled.maxPixels));
  if (!scaled) return file;
  onNote?.(
    text("Scaled from {before} to {after}", { before: formatFileSize(file.size), after: formatFileSize(scaled.size) }),
  );
  return scaled;
}

const pixelsText = (maxPixels: number) =>
  text("The image has more than {n, number} million pixels. Make it smaller, and upload it again.", {
    n: maxPixels / 1e6,
  });

async function startUpload(signal: AbortSignal): Promise<void> {
  while (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  if (!signal.aborted) return;
  running -= 1;
  waiting.shift()?.();
  signal.throwIfAborted();
}

/** Sends a request; if the server limits their number, sends it again as soon as the server allows it. */
async function whenAllowed<Result>({ signal, onNote }: UploadOptions, send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isLimited = error instanceof UploadError || (isPorchlightError(error) && error.kind === "rateLimited");
      const seconds = isLimited && error.retryAfter;
      if (!seconds || signal.aborted) throw error;
      onNote?.(text("Continues within {n, plural, one {# second} other {# seconds}}", { n: seconds }));
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1000);
        signal.addEventListener("abort", resolve, { once: true });
      });
      signal.throwIfAborted();
      onNote?.("");
    }
  }
}

class UploadError extends Error {
  /** Seconds until the server accepts the request, if it limits their number. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

interface StoredFile {
  id: string;
  url: string;
  width?: number;
  height?: number;
}

interface UploadResponse {
  file?: StoredFile;
  message?: string;
  details?: { applicationError?: { code: string; data?: { limit?: number; maxPixels?: number } } };
}

async function sendFile(
  uploadUrl: string,
  file: File,
  options: UploadOptions,
  isReplacement: boolean,
): Promise<UploadedFile> {
  const response = await putFile<UploadResponse>(uploadUrl, file, options);
  if (!response) throw new UploadError(text("The server cannot be reached. Check your connection and try again."));
  const { status, body, retryAfter } = response;
  if (status !== 200 || !body?.file) throw new UploadError(sentenceOf(body, file, isReplacement), retryAfter);
  return body.file;
}

function sentenceOf(response: UploadResponse | null, { name, type }: File, isReplacement: boolean): string {
  const { code = "", data = {} } = response?.details?.applicationError ?? {};
  switch (code) {
    case "FILE_TYPE_REFUSED":
      if (isReplacement) return text("Choose a file of the same type as the one that it replaces.");
      if (/\.svgz?$/i.test(name) || type === "image/svg+xml")
        return text("SVG images can contain scripts. Save the image as PNG or WebP, and upload that.");
      if (type.startsWith("image/"))
        return text("Images of this format cannot be uploaded. Save it as JPEG, PNG or WebP, and upload that.");
      return text("Files of this type cannot be uploaded. Save it as PDF or in a ZIP file, and upload that.");
    case "FILE_DAMAGED":
      if (data.maxPixels !== undefined) return pixelsText(data.maxPixels);
      return text("The file is damaged or incomplete. Save it again on your device, and upload that.");
    case "FILE_EMPTY":
      return text("The file is empty. Choose another one.");
    case "PAYLOAD_TOO_LARGE":
      return data.limit === undefined
        ? text("The file is too large.")
        : text("The file is too large: at most {size}. Make it smaller, and upload it again.", {
            size: formatFileSize(data.limit),
          });
    default:
      return text("The upload failed. Try again.");
  }
}

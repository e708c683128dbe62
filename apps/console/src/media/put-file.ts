/** Response to an upload; `body` is `null` if it is not JSON. */
export interface PutResponse<Body> {
  status: number;
  body: Body | null;
  /** Seconds until the server accepts the request, if it limits their number. */
  retryAfter?: number;
}

/** Options of {@link putFile}. */
export interface PutOptions {
  signal: AbortSignal;
  /** Gets the sent part of the file, 0 to 1. `fetch` does not report it. */
  onProgress(part: number): void;
}

/** Sends a file to an upload URL of this server. Resolves to `undefined` if the server cannot be reached. */
export function putFile<Body>(
  uploadUrl: string,
  file: File,
  { signal, onProgress }: PutOptions,
): Promise<PutResponse<Body> | undefined> {
  return new Promise((resolve, reject) => {
    const { pathname, search } = new URL(uploadUrl);
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, response: body } = request;
      const retryAfter = status === 429 ? Number(request.getResponseHeader("retry-after")) : 0;
      resolve({ status, body, ...(retryAfter > 0 && { retryAfter }) });
    };
    request.onerror = () => resolve(undefined);
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("PUT", pathname + search);
    request.send(file);
  });
}

const maxNameLength = 255;

/** The name of a file as the server accepts it: long names lose their end, but not the extension. */
export function uploadName({ name }: File): string {
  const clean =
    name
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]/gu, "_")
      .trim() || "file";
  if (clean.length <= maxNameLength) return clean;
  const extension = /\.\w{1,10}$/.exec(clean)?.[0] ?? "";
  const start = clean.slice(0, maxNameLength - 1 - extension.length).replace(/[\ud800-\udbff]$/, "");
  return `${start}…${extension}`;
}

import { silentLoginTimeoutMs } from "@porchlight/contract/limits";
import { abortedError } from "../deadline.ts";
import type { Environment, PageMessage } from "../environment.ts";
import { isObject } from "../error-answer.ts";
import { PorchlightError } from "../errors.ts";

/** A frame that has loaded and says nothing for this long was refused or blocked: a page of ours answers at once. */
export const frameSilenceMs = 4_000;

export interface FrameLogin {
  /** Address of the authorize page. */
  url: string;
  /** What the answer must carry. */
  state: string;
  signal?: AbortSignal | undefined;
}

/**
 * Opens the authorize page in a hidden frame and waits for its code. A message counts only from the page's own origin,
 * from this very frame, and with this state; frame, listener and timers are gone afterwards in every case.
 *
 * @throws {PorchlightError} kind `misconfigured` when the frame stays silent; `timeout` after 120 s; `aborted`; what
 * the server said otherwise. Source: flows.md §5.
 */
export async function loginInFrame(environment: Environment, { url, state, signal }: FrameLogin): Promise<string> {
  const page = environment.page();
  if (!page) throw noPageError();
  const { origin } = new URL(url, page.origin);
  const cleanups: (() => void)[] = [];
  const after = (milliseconds: number, run: () => void) => {
    const timer = environment.setTimeout(run, milliseconds);
    cleanups.push(() => environment.clearTimeout(timer));
  };
  try {
    return await new Promise<string>((resolve, reject) => {
      const abort = () => reject(abortedError(signal));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
      cleanups.push(() => signal?.removeEventListener("abort", abort));
      after(silentLoginTimeoutMs, () => {
        reject(new PorchlightError("OAuth flow timed out", { kind: "timeout", code: "LOGIN_TIMEOUT" }));
      });
      const onMessage = (message: PageMessage) => {
        const { data } = message;
        if (message.origin !== origin || message.source !== frame.source()) return;
        if (!isObject(data) || data.state !== state) return;
        if (typeof data.code === "string" && data.code) resolve(data.code);
        else reject(frameError(data));
      };
      cleanups.push(page.onMessage(onMessage));
      const frame = page.openFrame(url, () =>
        after(frameSilenceMs, () => reject(refusedError("FRAME_SILENT", page.origin))),
      );
      cleanups.push(() => frame.remove());
    });
  } finally {
    for (const cleanup of cleanups) cleanup();
  }
}

const misconfigured = (code: string, message: string, cause?: unknown): PorchlightError =>
  new PorchlightError(message, { kind: "misconfigured", code, cause });

export const noPageError = (): PorchlightError => misconfigured("NO_PAGE", "Direct login needs a browser page.");

/** Says which setting lets a page of `origin` sign in. */
export const refusedError = (code: string, origin: string, cause?: unknown): PorchlightError =>
  misconfigured(
    code,
    `The sign-in frame is refused: register ${origin} with the app, and allow the server in frame-src.`,
    cause,
  );

function frameError({ error, error_description }: Record<string, unknown>): PorchlightError {
  const code = String(error ?? "MALFORMED_ANSWER");
  const kind = code === "access_denied" ? "forbidden" : "unauthenticated";
  return new PorchlightError(String(error_description ?? `The sign-in was refused: ${code}.`), { kind, code });
}

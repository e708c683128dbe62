import { silentLoginTimeoutMs } from "@porchlight/contract/limits";
import { withDeadline } from "../deadline.ts";
import type { Environment, Page, PageFrame } from "../environment.ts";
import { isObject, isText } from "../error-answer.ts";
import { errorOf, misconfigured, type PorchlightError } from "../errors.ts";

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
  const page = pageOf(environment);
  let frame: PageFrame | undefined;
  let silence: unknown;
  let stopListening: (() => void) | undefined;
  const answer = () =>
    new Promise<string>((resolve, reject) => {
      const { origin } = new URL(url, page.origin);
      stopListening = page.onMessage((message) => {
        const { data } = message;
        if (message.origin !== origin || message.source !== frame?.source()) return;
        if (!isObject(data) || data.state !== state) return;
        if (isText(data.code)) resolve(data.code);
        else reject(frameError(data));
      });
      frame = page.openFrame(url, () => {
        silence = environment.setTimeout(() => reject(refusedError("FRAME_SILENT", page.origin)), frameSilenceMs);
      });
    });
  try {
    return await withDeadline(
      environment,
      silentLoginTimeoutMs,
      signal,
      answer,
      "OAuth flow timed out",
      "FRAME_TIMEOUT",
    );
  } finally {
    environment.clearTimeout(silence);
    stopListening?.();
    frame?.remove();
  }
}

/** @throws {PorchlightError} kind `misconfigured` outside of a page. */
export function pageOf(environment: Environment): Page {
  const page = environment.page();
  if (page) return page;
  throw misconfigured("NO_PAGE", "Signing in needs a browser page.");
}

/** Says which setting lets a page of `origin` sign in. */
export const refusedError = (code: string, origin: string, cause?: unknown): PorchlightError =>
  misconfigured(code, `Sign-in is refused: register ${origin} with the app, and allow the server in frame-src.`, cause);

function frameError({ error, error_description }: Record<string, unknown>): PorchlightError {
  const code = String(error ?? "MALFORMED_ANSWER");
  const kind = code === "access_denied" ? "forbidden" : "unauthenticated";
  return errorOf(kind, code, String(error_description ?? `Sign-in is refused: ${code}.`));
}

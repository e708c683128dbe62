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
  if (signal?.aborted) throw abortedError(signal);
  const { origin } = new URL(url, page.origin);
  const cleanups: (() => void)[] = [];
  const after = (milliseconds: number, run: () => void) => {
    const timer = environment.setTimeout(run, milliseconds);
    cleanups.push(() => environment.clearTimeout(timer));
  };
  try {
    return await new Promise<string>((resolve, reject) => {
      const abort = () => reject(abortedError(signal));
      signal?.addEventListener("abort", abort);
      cleanups.push(() => signal?.removeEventListener("abort", abort));
      after(silentLoginTimeoutMs, () => {
        reject(new PorchlightError("OAuth flow timed out", { kind: "timeout", code: "LOGIN_TIMEOUT" }));
      });
      const onMessage = (message: PageMessage) => {
        const { data } = message;
        if (!isObject(data) || data.state !== state || message.origin !== origin) return;
        if (message.source !== frame.source()) return;
        if (typeof data.code === "string" && data.code) resolve(data.code);
        else reject(frameError(data));
      };
      cleanups.push(page.onMessage(onMessage));
      const frame = page.openFrame(url, () => after(frameSilenceMs, () => reject(silenceError(origin, page.origin))));
      cleanups.push(() => frame.remove());
    });
  } finally {
    for (const cleanup of cleanups) cleanup();
  }
}

export const noPageError = (): PorchlightError =>
  new PorchlightError("Signing in with a session token needs a browser page: it opens a hidden frame.", {
    kind: "misconfigured",
    code: "NO_PAGE",
  });

const silenceError = (server: string, page: string): PorchlightError =>
  new PorchlightError(
    `The sign-in frame of ${server} did not answer ${page}. Register this origin with the app, and allow frames of ` +
      "the sign-in server in this page's Content-Security-Policy (frame-src).",
    { kind: "misconfigured", code: "FRAME_SILENT" },
  );

function frameError({ error, error_description }: Record<string, unknown>): PorchlightError {
  const code = typeof error === "string" ? error : "MALFORMED_ANSWER";
  const description = typeof error_description === "string" ? error_description : "";
  return new PorchlightError(description || `The sign-in was refused: ${code}.`, {
    kind: error === "access_denied" ? "forbidden" : error ? "unauthenticated" : "contract",
    code,
    details: { error: code, error_description: description },
  });
}

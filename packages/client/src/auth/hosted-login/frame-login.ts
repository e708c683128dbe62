import { silentLoginTimeoutMs } from "@porchlight/contract/limits";
import type { Environment, Page, PageFrame } from "../../environment.ts";
import { configurationError, type DocumentedErrorCode, logConfigurationError, PorchlightError } from "../../errors.ts";
import { isNonEmptyString, isObject } from "../../http/response.ts";
import { withTimeout } from "../../http/with-timeout.ts";

/** A loaded frame that stays silent this long was refused or blocked; the authorize page responds at once. */
export const frameTimeoutMs = 4_000;

export interface FrameLoginOptions {
  /** URL of the authorize page. */
  url: string;
  /** The `state` that the response must contain. */
  state: string;
  signal?: AbortSignal | undefined;
}

/**
 * Opens the authorize page in a hidden frame and waits for its code. Only messages from the page's own origin, from
 * this frame and with this state count. Frame, listener and timers are always removed.
 *
 * @throws {PorchlightError} kind `misconfigured` if the frame stays silent; `timeout` after 120 s; `aborted`; otherwise
 * the server's error. Source: flows.md §5.
 */
export async function loginInFrame(
  environment: Environment,
  { url, state, signal }: FrameLoginOptions,
): Promise<string> {
  const page = requirePage(environment);
  let frame: PageFrame | undefined;
  let timeout: unknown;
  let stopListening: (() => void) | undefined;
  const waitForCode = () =>
    new Promise<string>((resolve, reject) => {
      const { origin } = new URL(url, page.origin);
      stopListening = page.onMessage((message) => {
        const { data } = message;
        if (message.origin !== origin || message.source !== frame?.source()) return;
        if (!isObject(data) || data.state !== state) return;
        if (isNonEmptyString(data.code)) resolve(data.code);
        else reject(loginError(data));
      });
      frame = page.openFrame(url, () => {
        timeout = environment.setTimeout(() => reject(originNotAllowed("FRAME_SILENT", page.origin)), frameTimeoutMs);
      });
    });
  try {
    return await withTimeout(
      environment,
      silentLoginTimeoutMs,
      signal,
      waitForCode,
      "OAuth flow timed out",
      "FRAME_TIMEOUT",
    );
  } finally {
    environment.clearTimeout(timeout);
    stopListening?.();
    frame?.remove();
  }
}

/** @throws {PorchlightError} kind `misconfigured` outside of a page. */
export function requirePage(environment: Environment): Page {
  const page = environment.page();
  if (page) return page;
  throw configurationError(
    "NO_PAGE",
    "This sign-in opens a hidden frame, so it works in browsers only. Programs use ApiKeyStrategy.",
  );
}

/** Names the setting that allows pages of `origin` to sign in. */
export const originNotAllowed = (code: DocumentedErrorCode, origin: string, cause?: unknown): PorchlightError =>
  logConfigurationError(
    code,
    `Sign-in is refused: register ${origin} with the app, and allow the server in frame-src.`,
    cause,
  );

function loginError({ error, error_description }: Record<string, unknown>): PorchlightError {
  const code = String(error ?? "MALFORMED_RESPONSE");
  const kind = code === "access_denied" ? "forbidden" : "unauthenticated";
  return new PorchlightError(String(error_description ?? `Sign-in is refused: ${code}.`), { kind, code });
}

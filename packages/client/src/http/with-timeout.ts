import type { Environment } from "../environment.ts";
import { createError, type DocumentedErrorCode, isPorchlightError, malformedResponse } from "../errors.ts";

/**
 * Runs `work` with a signal that aborts after `milliseconds` or with the caller's signal. Settles then, even if `work`
 * ignores the signal.
 *
 * @throws {PorchlightError} kind `timeout` with `message` and `code`; `aborted`; `network` for any other error, such as
 *   that of a fetch.
 */
export function withTimeout<Result>(
  environment: Environment,
  milliseconds: number,
  signal: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  message = "The server could not be reached in time.",
  code: DocumentedErrorCode = "TIMEOUT",
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = () => {
      environment.clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const stop = (error: Error) => {
      end();
      controller.abort(error);
      reject(error);
    };
    const abort = () => stop(createError("aborted", "ABORTED", "The call was aborted.", signal?.reason));
    const timer = environment.setTimeout(() => stop(createError("timeout", code, message)), milliseconds);
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    work(controller.signal)
      .finally(end)
      .then(resolve, (error) => {
        if (isPorchlightError(error)) return reject(error);
        // Recursion over JSON that is nested too deeply exceeds the stack.
        reject(
          error instanceof RangeError
            ? malformedResponse(error)
            : createError("network", "NETWORK", "The server could not be reached. Is the host correct?", error),
        );
      });
  });
}

/** Resolves after `milliseconds`, or when `signal` aborts. */
export const sleep = (environment: Environment, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  withTimeout<void>(environment, milliseconds, signal, () => new Promise(() => {})).catch(() => {});

import type { Environment } from "../environment.ts";
import { createError, isPorchlightError } from "../errors.ts";

/**
 * Runs `work` with a signal that ends after `milliseconds` or with the caller's own signal. Settles then, whether or
 * not `work` heeds the signal.
 *
 * @throws {PorchlightError} kind `timeout`, with this message; `aborted`; `network` for what is no error of this package: a
 * fetch fails with its runtime's own.
 */
export function withTimeout<Result>(
  environment: Environment,
  milliseconds: number,
  signal: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  message = "The server could not be reached in time.",
  code = "TIMEOUT",
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
        if (isPorchlightError(error)) reject(error);
        // What walks through JSON goes as deep as it does, and ends at the runtime's limit.
        else if (error instanceof RangeError)
          reject(createError("contract", "MALFORMED_RESPONSE", "The answer is not JSON. Is the host right?", error));
        else reject(createError("network", "NETWORK", "The server could not be reached. Is the host right?", error));
      });
  });
}

/** Waits, or until `signal` ends the wait. */
export const sleep = (environment: Environment, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  withTimeout<void>(environment, milliseconds, signal, () => new Promise(() => {})).catch(() => {});

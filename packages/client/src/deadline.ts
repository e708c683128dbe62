import type { Environment } from "./environment.ts";
import { PorchlightError } from "./errors.ts";

/**
 * Runs `work` with a signal that ends after `milliseconds` or with the caller's own signal. Settles then, whether or
 * not `work` heeds the signal.
 *
 * @throws {PorchlightError} kind `timeout`, with this message and code; `aborted`.
 */
export async function withDeadline<Result>(
  environment: Environment,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  message = "The server could not be reached in time.",
  code = "TIMEOUT",
): Promise<Result> {
  const controller = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  const abort = () => controller.abort(abortedError(signal));
  const timer = environment.setTimeout(
    () => controller.abort(new PorchlightError(message, { kind: "timeout", code })),
    milliseconds,
  );
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } finally {
    environment.clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

const abortedError = (signal: AbortSignal | undefined): PorchlightError =>
  new PorchlightError("The call was aborted.", { kind: "aborted", code: "ABORTED", cause: signal?.reason });

/** Waits, or until `signal` ends the wait. */
export function sleep(environment: Environment, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = environment.setTimeout(done, milliseconds);
    function done() {
      environment.clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
